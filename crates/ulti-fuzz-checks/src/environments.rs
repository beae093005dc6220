//! Environments of a check that are reused between inputs, because they are slow to start.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// A pool of idle environments of one check, such as databases.
///
/// Each running check has an environment of its own, so checks on several threads do not wait for each other.
pub(crate) struct Environments<T>(Mutex<Vec<T>>);

impl<T> Environments<T> {
    pub(crate) const fn new() -> Self {
        Self(Mutex::new(Vec::new()))
    }

    /// Runs a check in an idle environment, or in a new one if there is none.
    ///
    /// If the check panics, the environment is dropped, because its state is unknown.
    pub(crate) fn run(&self, start: impl FnOnce() -> T, check: impl FnOnce(&mut T)) {
        let idle = self.lock().pop();
        let mut environment = idle.unwrap_or_else(start);
        check(&mut environment);
        self.lock().push(environment);
    }

    /// Removes the idle environments and returns them.
    pub(crate) fn take(&self) -> Vec<T> {
        std::mem::take(&mut *self.lock())
    }

    fn lock(&self) -> MutexGuard<'_, Vec<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    #[test]
    fn environment_is_reused_after_successful_check() {
        let environments = Environments::new();
        environments.run(|| 1, |number| *number += 1);
        environments.run(|| 1, |number| *number += 1);
        assert_eq!(environments.take(), [3]);
    }

    #[test]
    fn environment_is_dropped_after_failed_check() {
        let environments = Environments::new();
        let failed = catch_unwind(AssertUnwindSafe(|| environments.run(|| 1, |_| panic!("failed check"))));
        assert!(failed.is_err());
        assert_eq!(environments.take(), [0; 0]);
    }
}
