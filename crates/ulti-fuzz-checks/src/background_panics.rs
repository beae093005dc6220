//! Detection of panics in background tasks.
//!
//! libFuzzer ends the process at the first panic on any thread. In a test, a panic would end only its task,
//! and the bot catches some panics itself. A panic hook therefore records the panics of all threads of a
//! runtime. Threads that the bot starts by other means are not recorded. These are its drawing threads, which
//! have nothing to draw here, and the thread that watches shards.

use std::cell::RefCell;
use std::panic;
use std::sync::{Arc, Mutex, Once, PoisonError};

use tokio::runtime::{Builder, Runtime};

thread_local! {
    /// Panics of the runtime to which the current thread belongs, or `None` if it belongs to none.
    static PANICS: RefCell<Option<BackgroundPanics>> = const { RefCell::new(None) };
}

/// The panics on the threads of one runtime. Clones share the same list.
#[derive(Clone, Default)]
pub(crate) struct BackgroundPanics(Arc<Mutex<Vec<String>>>);

impl BackgroundPanics {
    /// Starts a runtime whose panics are recorded, including those of blocking tasks.
    pub(crate) fn start_runtime(&self) -> Runtime {
        install_hook();
        let panics = self.clone();
        Builder::new_multi_thread()
            .worker_threads(2)
            .on_thread_start(move || PANICS.set(Some(panics.clone())))
            .enable_all()
            .build()
            .expect("failed to start runtime")
    }

    /// Asserts that no background task has panicked.
    pub(crate) fn assert_none(&self) {
        let panics = std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner));
        assert!(panics.is_empty(), "background task panicked: {panics:?}");
    }

    fn record(&self, panicked: String) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(panicked);
    }
}

/// Adds the recording of panics to the process's panic hook.
fn install_hook() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |panicked| {
            // Fails if the thread is being destroyed; then it runs no task.
            let _ = PANICS.try_with(|panics| {
                if let Some(panics) = &*panics.borrow() {
                    panics.record(panicked.to_string());
                }
            });
            previous(panicked);
        }));
    });
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    #[test]
    fn panic_of_task_is_recorded_for_its_runtime_only() {
        let (panics, others) = (BackgroundPanics::default(), BackgroundPanics::default());
        let (runtime, other) = (panics.start_runtime(), others.start_runtime());
        for task in [runtime.spawn(async { panic!("expected by this test") }), other.spawn(async {})] {
            let _ = runtime.block_on(task);
        }
        others.assert_none();
        let found = catch_unwind(AssertUnwindSafe(|| panics.assert_none()));
        assert!(found.is_err());
        panics.assert_none();
    }

    #[test]
    fn panic_of_blocking_task_is_recorded() {
        let panics = BackgroundPanics::default();
        let runtime = panics.start_runtime();
        let task = runtime.spawn_blocking(|| panic!("expected by this test"));
        let _: Result<(), _> = runtime.block_on(task);
        assert!(catch_unwind(AssertUnwindSafe(|| panics.assert_none())).is_err());
    }
}
