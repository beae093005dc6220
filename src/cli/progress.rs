//! How far a long command has come.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar over deals: on standard error, and hidden where that is no terminal.
pub(super) fn bar(deals: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} deals, {per_sec}, {eta} left");
    let bar = ProgressBar::new(deals);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
