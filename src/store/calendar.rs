//! Days and months, in UTC.

use time::{Date, Month, OffsetDateTime};

use crate::table::Millis;

const DAY: i64 = 86_400_000;

/// The day of a moment, counted from 1970-01-01.
pub(super) const fn day_of(at: Millis) -> i64 {
    at.0.div_euclid(DAY)
}

/// The month of a moment, such as `2026-11`.
pub(super) fn month_of(at: Millis) -> String {
    let (year, month) = year_and_month(at);
    format!("{year:04}-{:02}", u8::from(month))
}

/// The first moment of this month.
pub(super) fn this_month(at: Millis) -> Millis {
    let (year, month) = year_and_month(at);
    first_of(year, month)
}

/// The first moment of the month after.
pub(super) fn next_month(at: Millis) -> Millis {
    let (year, month) = year_and_month(at);
    let year = if month == Month::December { year + 1 } else { year };
    first_of(year, month.next())
}

fn first_of(year: i32, month: Month) -> Millis {
    // No month ends after the last that a date can have, either.
    let first = Date::from_calendar_date(year, month, 1).unwrap_or(Date::MAX);
    Millis(first.midnight().assume_utc().unix_timestamp() * 1000)
}

fn year_and_month(at: Millis) -> (i32, Month) {
    // What no calendar holds is no moment that a clock has shown: it goes to the first.
    let at = OffsetDateTime::from_unix_timestamp(at.seconds()).unwrap_or(OffsetDateTime::UNIX_EPOCH);
    (at.year(), at.month())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_change_at_midnight_utc() {
        for (seconds, month) in [
            (0, "1970-01"),
            (-1, "1969-12"),
            (951_782_400, "2000-02"), // the leap day of a year that 400 divides
            (951_868_800, "2000-03"),
            (1_793_491_199, "2026-10"),
            (1_793_491_200, "2026-11"),
            (1_796_083_199, "2026-11"),
            (1_796_083_200, "2026-12"),
            (4_107_542_399, "2100-02"), // 100 divides it, 400 does not: 28 days
            (4_107_542_400, "2100-03"),
        ] {
            assert_eq!(month_of(Millis(seconds * 1000)), month, "{seconds}");
        }
    }

    #[test]
    fn a_month_ends_where_the_next_begins() {
        for seconds in [0, 951_782_400, 1_793_491_200, 1_796_083_199, 1_796_083_200, 4_107_542_399] {
            let end = next_month(Millis(seconds * 1000));
            assert!(end > Millis(seconds * 1000));
            assert_ne!(month_of(end), month_of(Millis(seconds * 1000)));
            assert_eq!(month_of(Millis(end.0 - 1)), month_of(Millis(seconds * 1000)));
        }
    }

    #[test]
    fn absurd_moments_have_a_month_too() {
        for at in [i64::MIN, i64::MAX] {
            assert_eq!(month_of(Millis(at)), "1970-01");
            next_month(Millis(at));
        }
    }
}
