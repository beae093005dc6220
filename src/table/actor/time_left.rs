//! The time that is left of an evening with a time limit.

use std::time::Duration;

use crate::table::clock::table::TableClock;
use crate::table::evening::state::Evening;
use crate::table::{TimeLeft, UnixMillis};

/// Time before the end of an evening by time limit at which its table begins to show the end.
const SHOWN_TIME_LEFT: Duration = Duration::from_mins(15);

/// Returns the time that is left of an evening, or `None` if its end is not near.
pub(super) fn time_left(evening: &Evening, clock: &TableClock) -> Option<TimeLeft> {
    let (end, now) = (clock.of_event(evening.time_limit()?), clock.now());
    if now >= end {
        return Some(TimeLeft::Up);
    }
    // The two clocks are not read at the same instant. Rounding keeps messages from changing by a second.
    let minute =
        |at: UnixMillis| UnixMillis(at.after(Duration::from_secs(30)).seconds().div_euclid(60) * 60_000);
    (end.since(now) <= SHOWN_TIME_LEFT).then(|| TimeLeft::Until(minute(clock.on_the_wall(end))))
}
