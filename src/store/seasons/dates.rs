//! Calculations with the days and months of a time zone.

use jiff::civil::{Date, date};

use super::time_zone::TimeZone;
use crate::table::UnixMillis;

/// Seconds of a day.
const DAY: i64 = 24 * 60 * 60;
/// Milliseconds of a quarter of an hour.
const QUARTER_HOUR: i64 = 900_000;

/// Returns the number of days from 1970-01-01 to the day of the given time in a time zone.
pub(crate) fn day_of(at: UnixMillis, zone: &TimeZone) -> i64 {
    date(1970, 1, 1).duration_until(zone.date(at)).as_secs() / DAY
}

/// Returns the number of the quarter hour of the given time.
///
/// In every time zone, months begin at the start of a quarter hour. Times in the same quarter hour are
/// therefore in the same month everywhere.
pub(crate) const fn quarter_hour_of(at: UnixMillis) -> i64 {
    at.0.div_euclid(QUARTER_HOUR)
}

/// A month of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Month {
    first: Date,
}

impl Month {
    /// Returns the month of the given time in a time zone.
    pub(super) fn of(at: UnixMillis, zone: &TimeZone) -> Self {
        Self { first: zone.date(at).first_of_month() }
    }

    /// Returns the month after this one.
    pub(super) fn next(self) -> Self {
        // The month after the calendar's last month is that month again.
        let first = self.first.last_of_month().tomorrow().unwrap_or(self.first);
        Self { first }
    }

    /// Returns the time at which the month begins in a time zone.
    pub(super) fn start(self, zone: &TimeZone) -> UnixMillis {
        zone.start(self.first)
    }

    /// Returns the name of the month, such as `2026-11`.
    pub(super) fn name(self) -> String {
        format!("{:04}-{:02}", self.first.year(), self.first.month())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn at(seconds: i64) -> UnixMillis {
        UnixMillis(seconds * 1000)
    }

    fn zone(name: &str) -> TimeZone {
        TimeZone::named(name).unwrap()
    }

    #[test]
    fn month_changes_at_midnight_of_time_zone() {
        for (name, seconds, month) in [
            ("UTC", 0, "1970-01"),
            ("UTC", -1, "1969-12"),
            ("UTC", 951_782_400, "2000-02"), // leap day in a year divisible by 400
            ("UTC", 951_868_800, "2000-03"),
            ("UTC", 1_793_491_199, "2026-10"),
            ("UTC", 1_793_491_200, "2026-11"),
            ("UTC", 1_796_083_199, "2026-11"),
            ("UTC", 1_796_083_200, "2026-12"),
            ("UTC", 4_107_542_399, "2100-02"), // divisible by 100 but not by 400: 28 days
            ("UTC", 4_107_542_400, "2100-03"),
            ("Europe/Budapest", 1_796_079_599, "2026-11"),
            ("Europe/Budapest", 1_796_079_600, "2026-12"),
            ("Europe/Budapest", 1_782_856_799, "2026-06"), // summer time
            ("Europe/Budapest", 1_782_856_800, "2026-07"),
            ("America/New_York", 1_796_101_199, "2026-11"),
            ("America/New_York", 1_796_101_200, "2026-12"),
            ("Asia/Kathmandu", 1_796_062_499, "2026-11"), // UTC+5:45
            ("Asia/Kathmandu", 1_796_062_500, "2026-12"),
        ] {
            assert_eq!(Month::of(at(seconds), &zone(name)).name(), month, "{name} {seconds}");
        }
    }

    #[test]
    fn day_changes_at_midnight_of_time_zone() {
        for (name, seconds, day) in [
            ("UTC", 0, 0),
            ("UTC", -1, -1),
            ("UTC", 1_796_083_199, 20_787),
            ("Europe/Budapest", 1_796_079_599, 20_787),
            ("Europe/Budapest", 1_796_079_600, 20_788),
            ("America/New_York", 1_796_083_200, 20_787),
            ("Europe/Budapest", 1_792_879_200, 20_751), // a day of 25 hours begins
            ("Europe/Budapest", 1_792_969_199, 20_751),
            ("Europe/Budapest", 1_792_969_200, 20_752),
        ] {
            assert_eq!(day_of(at(seconds), &zone(name)), day, "{name} {seconds}");
        }
    }

    #[test]
    fn months_of_all_time_zones_begin_at_quarter_hours() {
        for zone in TimeZone::all() {
            let mut month = Month::of(at(1_767_225_600), zone);
            for _ in 0..120 {
                let (start, next) = (month.start(zone), month.next());
                let end = next.start(zone);
                assert_eq!(start.0 % QUARTER_HOUR, 0, "{} {}", zone.name(), month.name());
                assert_eq!(Month::of(start, zone), month, "{}", zone.name());
                assert_eq!(Month::of(UnixMillis(start.0 - 1), zone).next(), month, "{}", zone.name());
                assert!(end > start, "{} {}", zone.name(), month.name());
                month = next;
            }
        }
    }

    #[test]
    fn noon_is_on_its_day() {
        for zone in TimeZone::all() {
            for day in [-1, 0, 15_000, 20_788, 40_000] {
                assert_eq!(day_of(zone.noon(day), zone), day, "{} {day}", zone.name());
            }
        }
        assert_eq!(zone("Europe/Budapest").noon(20_788), at(1_796_122_800));
    }

    #[test]
    fn unsupported_time_falls_back_to_january_1970() {
        for millis in [i64::MIN, i64::MAX] {
            let month = Month::of(UnixMillis(millis), &TimeZone::UTC);
            assert_eq!(month.name(), "1970-01");
            day_of(UnixMillis(millis), &TimeZone::UTC);
            TimeZone::UTC.noon(millis);
        }
    }
}
