//! Formatting of calendar dates.

use time::{Date, Duration};

use crate::text::{Lang, Text};

/// Formats a date, such as `2026. 11. 05.` or `2026-11-05`.
///
/// `since_1970` is the number of days since 1970-01-01. Values outside the calendar's range are clamped to
/// its first or last day.
pub fn day(lang: Lang, since_1970: i64) -> String {
    let first = Date::from_ordinal_date(1970, 1).unwrap_or(Date::MIN);
    let days = Duration::seconds(since_1970.saturating_mul(Duration::DAY.whole_seconds()));
    let date = first.saturating_add(days);
    let args = [
        ("year", date.year().to_string().into()),
        ("month", format!("{:02}", u8::from(date.month())).into()),
        ("day", format!("{:02}", date.day()).into()),
    ];
    Text::new(lang).with("stats-day", &args)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn day_number_is_formatted_as_calendar_date() {
        assert_eq!(day(Lang::Hu, 0), "1970. 01. 01.");
        assert_eq!(day(Lang::Hu, 20_778), "2026. 11. 21.");
        assert_eq!(day(Lang::En, 11_016), "2000-02-29");
        assert_eq!(day(Lang::En, -1), "1969-12-31");
    }

    #[test]
    fn out_of_range_days_are_clamped() {
        assert_eq!(day(Lang::En, i64::MAX), "9999-12-31");
        day(Lang::Hu, i64::MIN);
    }
}
