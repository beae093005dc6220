//! Calculations with days and months in UTC.

use time::{Date, Month, OffsetDateTime};

use crate::table::UnixMillis;

/// Length of a day in milliseconds.
const DAY: i64 = 86_400_000;

/// Returns the number of days from 1970-01-01 UTC to the given time.
pub(crate) const fn day_of(at: UnixMillis) -> i64 {
    at.0.div_euclid(DAY)
}

/// Returns the month of the given time, formatted as `2026-11`.
pub(crate) fn month_of(at: UnixMillis) -> String {
    let (year, month) = year_and_month(at);
    format!("{year:04}-{:02}", u8::from(month))
}

/// Returns the start of the month that contains the given time.
pub(crate) fn this_month(at: UnixMillis) -> UnixMillis {
    let (year, month) = year_and_month(at);
    first_of(year, month)
}

/// Returns the start of the month after the given time.
pub(crate) fn next_month(at: UnixMillis) -> UnixMillis {
    let (year, month) = year_and_month(at);
    let year = if month == Month::December { year + 1 } else { year };
    first_of(year, month.next())
}

/// Returns the start of the given month, in UTC.
fn first_of(year: i32, month: Month) -> UnixMillis {
    // A month later than the largest `Date` saturates.
    let first = Date::from_calendar_date(year, month, 1).unwrap_or(Date::MAX);
    UnixMillis(first.midnight().assume_utc().unix_timestamp() * 1000)
}

fn year_and_month(at: UnixMillis) -> (i32, Month) {
    // A time outside the calendar's range can't come from a clock and is treated as 1970-01-01.
    let at = OffsetDateTime::from_unix_timestamp(at.seconds()).unwrap_or(OffsetDateTime::UNIX_EPOCH);
    (at.year(), at.month())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn season_month_changes_at_midnight_utc() {
        for (seconds, month) in [
            (0, "1970-01"),
            (-1, "1969-12"),
            (951_782_400, "2000-02"), // leap day in a year divisible by 400
            (951_868_800, "2000-03"),
            (1_793_491_199, "2026-10"),
            (1_793_491_200, "2026-11"),
            (1_796_083_199, "2026-11"),
            (1_796_083_200, "2026-12"),
            (4_107_542_399, "2100-02"), // divisible by 100 but not by 400: 28 days
            (4_107_542_400, "2100-03"),
        ] {
            assert_eq!(month_of(UnixMillis(seconds * 1000)), month, "{seconds}");
        }
    }

    #[test]
    fn monthly_season_ends_when_next_month_starts() {
        for seconds in [0, 951_782_400, 1_793_491_200, 1_796_083_199, 1_796_083_200, 4_107_542_399] {
            let end = next_month(UnixMillis(seconds * 1000));
            assert!(end > UnixMillis(seconds * 1000));
            assert_ne!(month_of(end), month_of(UnixMillis(seconds * 1000)));
            assert_eq!(month_of(UnixMillis(end.0 - 1)), month_of(UnixMillis(seconds * 1000)));
        }
    }

    #[test]
    fn unsupported_date_falls_back_to_january_1970() {
        for at in [i64::MIN, i64::MAX] {
            assert_eq!(month_of(UnixMillis(at)), "1970-01");
            next_month(UnixMillis(at));
        }
    }
}
