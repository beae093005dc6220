//! The processor time of a process, from `/proc`. It is zero on systems without it.

use std::path::Path;

/// Clock ticks per second in `/proc`, which are the same on all Linux systems.
const TICKS_PER_SECOND: f64 = 100.0;
/// Name of the bot's threads that draw pictures.
const DRAWING_THREAD: &str = "pictures";

/// Processor time in seconds.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ProcessorTime {
    /// Time of the threads that draw pictures.
    drawing: f64,
    /// Time of all other threads.
    other: f64,
}

impl ProcessorTime {
    /// Returns the time that the threads of a process have used.
    pub(crate) fn of(process: u32) -> Self {
        let mut time = Self::default();
        let threads = std::fs::read_dir(format!("/proc/{process}/task"));
        for thread in threads.into_iter().flatten().flatten() {
            let Some((name, seconds)) = thread_time(&thread.path()) else { continue };
            if name == DRAWING_THREAD { time.drawing += seconds } else { time.other += seconds }
        }
        time
    }

    /// Returns the difference to an earlier time.
    pub(crate) fn since(self, before: Self) -> Self {
        Self { drawing: self.drawing - before.drawing, other: self.other - before.other }
    }

    /// Returns a text with the time per action.
    pub(crate) fn per_action(self, actions: usize) -> String {
        let ms = |seconds: f64| seconds * 1000.0 / actions as f64;
        format!(
            "{:.2} ms per action, {:.2} ms of it for pictures",
            ms(self.drawing + self.other),
            ms(self.drawing)
        )
    }
}

/// Returns the name of a thread and its processor time in seconds.
fn thread_time(folder: &Path) -> Option<(String, f64)> {
    let stat = std::fs::read_to_string(folder.join("stat")).ok()?;
    let (start, rest) = stat.rsplit_once(')')?;
    let (_, name) = start.split_once('(')?;
    // User and system time are the 14th and 15th field of the line.
    let ticks = rest.split_whitespace().skip(11).take(2).filter_map(|field| field.parse::<f64>().ok());
    Some((name.to_owned(), ticks.sum::<f64>() / TICKS_PER_SECOND))
}
