//! Runs jobs on several threads and returns their results in order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::thread;

/// Calls `make` with each number in `1..=count` on `jobs` threads and passes the results to `take` on the
/// current thread.
///
/// `take` receives the results in ascending order of their numbers, so the output does not depend on the
/// number of threads.
///
/// # Errors
/// Returns the first error from `make` or `take`, in ascending order of the numbers.
pub(super) fn work<T: Send, E: Send>(
    jobs: usize,
    count: u64,
    make: impl Fn(u64) -> Result<T, E> + Sync,
    take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicU64::new(1);
    let (sender, made) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            let (sender, make, next) = (sender.clone(), &make, &next);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    // The receiver is dropped after an error.
                    if number > count || sender.send((number, make(number))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        in_order(made, take)
    })
}

fn in_order<T, E>(
    made: Receiver<(u64, Result<T, E>)>,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let (mut early, mut due) = (BTreeMap::new(), 1);
    for (number, result) in made {
        early.insert(number, result);
        while let Some(result) = early.remove(&due) {
            take(result?)?;
            due += 1;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_of_arena_results_does_not_depend_on_thread_count() {
        for jobs in [0, 1, 4] {
            let mut taken = Vec::new();
            let done: Result<(), ()> = work(jobs, 200, Ok, |number| {
                taken.push(number);
                Ok(())
            });
            assert_eq!((done, taken), (Ok(()), (1..=200).collect()));
        }
    }

    #[test]
    fn arena_reports_error_of_first_failed_deal() {
        let make = |number| if number % 50 == 0 { Err(number) } else { Ok(number) };
        assert_eq!(work(3, 1000, make, |_| Ok(())), Err(50));
    }
}
