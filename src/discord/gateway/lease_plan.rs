//! Decides which shards a process takes.
//!
//! All processes use the same rules, so that each ends up with its share without communicating with the
//! others.

use crate::store::{LeaseState, LeasedShard, ProcessId};
use crate::table::Shard;

/// The shards that a process leases and requests next.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct LeasePlan {
    /// Free shards to lease.
    pub(super) take: Vec<Shard>,
    /// Shards of other processes to take over.
    pub(super) request: Vec<Shard>,
}

/// Returns the next steps of the process `me`.
///
/// `takes_expired` is `false` if the process could not renew its own leases until recently. The leases of the
/// other processes may have expired for the same reason, so they get time to renew them.
///
/// `is_settled` is `true` if all shards of the process are connected and it waits for no requested shard.
/// Only then does it request a shard from a process that is not stopping, one at a time. Free shards and
/// those of stopping processes are more urgent.
pub(super) fn plan(state: &LeaseState, me: ProcessId, is_settled: bool, takes_expired: bool) -> LeasePlan {
    let staying: Vec<ProcessId> =
        state.processes.iter().filter(|process| !process.is_stopping).map(|process| process.id).collect();
    let Some(place) = staying.iter().position(|process| *process == me) else {
        return LeasePlan::default();
    };
    let share = state.shards.len().div_ceil(staying.len());
    let mut room = share.saturating_sub(load(state, me));

    let has_free = state.shards.iter().any(|leased| leased.owner.is_none());
    let mut free: Vec<Shard> =
        shards(state, |leased| leased.owner.is_none() && (takes_expired || leased.expired_owner.is_none()));
    // The processes begin at different positions of the list, so that they rarely try to take the same shard.
    let begin = (place * share) % free.len().max(1);
    free.rotate_left(begin);
    free.truncate(room);
    room -= free.len();

    let stays = |leased: &LeasedShard| leased.owner.is_some_and(|owner| staying.contains(&owner));
    let mut request =
        shards(state, |leased| leased.owner.is_some() && !stays(leased) && leased.successor.is_none());
    let has_orphans = !request.is_empty();
    request.truncate(room);

    if room > 0 && !has_free && !has_orphans && is_settled {
        let busiest = staying.iter().copied().max_by_key(|process| load(state, *process));
        if let Some(busiest) = busiest.filter(|busiest| load(state, *busiest) > share) {
            let given = |leased: &LeasedShard| leased.owner == Some(busiest) && leased.successor.is_none();
            request = shards(state, given);
            request.truncate(1);
        }
    }
    LeasePlan { take: free, request }
}

/// Returns the number of shards that a process will have after all handovers. Free shards do not count.
fn load(state: &LeaseState, process: ProcessId) -> usize {
    let runs =
        |leased: &&LeasedShard| leased.owner.is_some() && leased.successor.or(leased.owner) == Some(process);
    state.shards.iter().filter(runs).count()
}

fn shards(state: &LeaseState, is_wanted: impl Fn(&LeasedShard) -> bool) -> Vec<Shard> {
    state.shards.iter().filter(|leased| is_wanted(leased)).map(|leased| leased.shard).collect()
}

/// Returns the shards in `served` that the process `me` has lost to another one, or given up.
///
/// A shard whose lease has only expired is not lost: after an outage of the database, the process renews the
/// lease unless another process has taken the shard.
pub(super) fn lost_shards(
    state: &LeaseState,
    me: ProcessId,
    served: impl IntoIterator<Item = Shard>,
) -> Vec<Shard> {
    let kept = shards(state, |leased| leased.belongs_to(me));
    served.into_iter().filter(|shard| !kept.contains(shard)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::test_runner::TestCaseError;

    use super::*;
    use crate::store::Process;
    use crate::table::UnixMillis;

    fn process(id: i64) -> Process {
        Process { id: ProcessId(id), is_stopping: false }
    }

    /// Creates a state from the owner of each shard, or 0 if it is free.
    fn state(processes: &[Process], owners: &[i64]) -> LeaseState {
        let total = u32::try_from(owners.len()).unwrap();
        let leased = |(index, owner): (u32, &i64)| {
            let owner = (*owner > 0).then_some(ProcessId(*owner));
            LeasedShard::new(Shard::new(index, total).unwrap(), owner, UnixMillis(0))
        };
        LeaseState { processes: processes.to_vec(), shards: (0..).zip(owners).map(leased).collect() }
    }

    fn indexes(shards: &[Shard]) -> Vec<u32> {
        shards.iter().map(|shard| shard.index()).collect()
    }

    #[test]
    fn first_process_takes_all_shards() {
        let plan = plan(&state(&[process(1)], &[0; 4]), ProcessId(1), true, true);
        assert_eq!((indexes(&plan.take), plan.request), (vec![0, 1, 2, 3], vec![]));
    }

    #[test]
    fn processes_take_different_free_shards() {
        let state = state(&[process(1), process(2), process(3)], &[0; 12]);
        let taken = |id| indexes(&plan(&state, ProcessId(id), true, true).take);
        assert_eq!([taken(1), taken(2), taken(3)].concat(), (0..12).collect::<Vec<_>>());
    }

    #[test]
    fn new_process_requests_one_shard_at_a_time() {
        let mut state = state(&[process(1), process(2), process(3)], &[1, 1, 1, 2, 2, 2]);
        let request = plan(&state, ProcessId(3), true, true).request;
        assert_eq!(request.len(), 1);
        assert!(plan(&state, ProcessId(3), false, true).request.is_empty(), "a request is open");
        assert!(plan(&state, ProcessId(1), true, true).request.is_empty());
        state.shards[0].owner = None;
        assert!(plan(&state, ProcessId(3), true, true).request.is_empty(), "free shards are more urgent");
    }

    #[test]
    fn shards_of_stopping_process_are_requested_at_once() {
        let mut processes = [process(1), process(2), process(3)];
        processes[0].is_stopping = true;
        let mut state = state(&processes, &[1, 1, 2, 3]);
        assert_eq!(plan(&state, ProcessId(1), true, true), LeasePlan::default());
        assert_eq!(plan(&state, ProcessId(2), false, true).request.len(), 1);
        state.shards[0].successor = Some(ProcessId(3));
        assert_eq!(indexes(&plan(&state, ProcessId(2), false, true).request), [1]);
        assert_eq!(plan(&state, ProcessId(3), false, true), LeasePlan::default());
    }

    #[test]
    fn successor_takes_shard_whose_owner_has_died() {
        let mut state = state(&[process(2)], &[0, 2]);
        state.shards[0].successor = Some(ProcessId(2));
        assert_eq!(indexes(&plan(&state, ProcessId(2), false, true).take), [0]);
    }

    #[test]
    fn expired_leases_are_left_to_their_owners_after_an_outage() {
        let mut state = state(&[process(1)], &[1, 0, 0]);
        state.shards[1].expired_owner = Some(ProcessId(2));
        assert_eq!(indexes(&plan(&state, ProcessId(1), true, false).take), [2]);
        assert_eq!(indexes(&plan(&state, ProcessId(1), true, true).take), [1, 2]);
    }

    #[test]
    fn expired_shard_is_lost_once_another_process_has_taken_it() {
        let mut state = state(&[process(1), process(2)], &[1, 0, 2]);
        let served = shards(&state, |_| true);
        state.shards[1].expired_owner = Some(ProcessId(1));
        assert_eq!(indexes(&lost_shards(&state, ProcessId(1), served.clone())), [2]);
        state.shards[1].expired_owner = Some(ProcessId(2));
        assert_eq!(indexes(&lost_shards(&state, ProcessId(1), served)), [1, 2]);
    }

    /// Takes and requests the shards that the plan of a process names.
    fn execute_plan(state: &mut LeaseState, process: ProcessId) -> Result<(), TestCaseError> {
        let is_settled = state.shards.iter().all(|leased| leased.successor != Some(process));
        let plan = plan(state, process, is_settled, true);
        for shard in &plan.take {
            let leased = &mut state.shards[usize::try_from(shard.index()).unwrap()];
            prop_assert_eq!(leased.owner, None);
            (leased.owner, leased.successor) = (Some(process), None);
        }
        for shard in &plan.request {
            let leased = &mut state.shards[usize::try_from(shard.index()).unwrap()];
            prop_assert!(leased.owner.is_some() && leased.successor.is_none());
            leased.successor = Some(process);
        }
        Ok(())
    }

    proptest! {
        /// From any state, all shards are eventually leased, and no process has more than its share.
        #[test]
        fn processes_end_up_with_their_shares(
            owners in prop::collection::vec(0_i64..5, 1..24), stopping in 0_i64..4, count in 1_i64..5,
            successors in prop::collection::vec(0_i64..5, 24),
        ) {
            let mut processes: Vec<Process> = (1..=count).map(process).collect();
            if let Some(stopping) = processes.iter_mut().find(|process| process.id.0 == stopping)
                && count > 1
            {
                stopping.is_stopping = true;
            }
            let owners: Vec<i64> =
                owners.iter().map(|owner| if *owner <= count { *owner } else { 0 }).collect();
            let mut state = state(&processes, &owners);
            // Some processes have requested shards whose owners have died since.
            for (leased, successor) in state.shards.iter_mut().zip(successors) {
                let successor = (1..=count).contains(&successor).then_some(ProcessId(successor));
                leased.successor = successor.filter(|_| leased.owner.is_none());
            }
            for _ in 0..2 * owners.len() {
                for process in &processes {
                    execute_plan(&mut state, process.id)?;
                }
                for leased in state.shards.iter_mut().filter(|leased| leased.owner.is_some()) {
                    leased.owner = leased.successor.take().or(leased.owner);
                }
            }
            let staying = processes.iter().filter(|process| !process.is_stopping).count();
            for process in &processes {
                let owned = state.shards.iter().filter(|leased| leased.owner == Some(process.id)).count();
                let share = if process.is_stopping { 0 } else { owners.len().div_ceil(staying) };
                prop_assert!(owned <= share, "{:?} has {} of {:?}", process, owned, state.shards);
            }
            prop_assert!(state.shards.iter().all(|leased| leased.owner.is_some()));
            for process in &processes {
                prop_assert_eq!(plan(&state, process.id, true, true), LeasePlan::default());
            }
        }
    }
}
