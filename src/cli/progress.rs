//! Progress bar for long-running commands.

use indicatif::{ProgressBar, ProgressStyle};

/// Creates a progress bar that counts deals. The bar is hidden if standard error is not a terminal.
pub(super) fn bar(deals: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} deals, {per_sec}, {eta} left");
    let bar = ProgressBar::new(deals);
    match style {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
