//! Formatting of decimal numbers, month names and calendar dates.

use jiff::SignedDuration;
use jiff::civil::date;

use super::{Lang, Text, args};

/// Formats a number with `digits` decimal places.
///
/// Uses the decimal separator of the language. A negative number starts with a minus sign (`−`), not a
/// hyphen.
pub fn decimal(lang: Lang, number: f64, digits: usize) -> String {
    let plain = format!("{:.digits$}", number.abs());
    let is_zero = plain.chars().all(|letter| matches!(letter, '0' | '.'));
    let sign = if number < 0.0 && !is_zero { "−" } else { "" };
    let point = match lang {
        Lang::Hu => ",",
        Lang::En => ".",
    };
    format!("{sign}{}", plain.replace('.', point))
}

/// Formats a number like [`decimal`], but with a plus sign if the number is positive.
///
/// A number that rounds to zero is formatted without a sign.
pub fn signed_decimal(lang: Lang, number: f64, digits: usize) -> String {
    let formatted = decimal(lang, number, digits);
    let is_zero = formatted.chars().all(|letter| matches!(letter, '0' | '.' | ','));
    if number > 0.0 && !is_zero { format!("+{formatted}") } else { formatted }
}

/// Returns the display name of a season that is named after a month.
///
/// `name` has the form `2026-11`, or `2026-11.2` for a further season in the same month. Returns `None` if
/// `name` has any other form.
pub fn month(lang: Lang, name: &str) -> Option<String> {
    let (year, rest) = name.split_once('-')?;
    let (month, number) = rest.split_once('.').map_or((rest, None), |(month, number)| (month, Some(number)));
    let is_number =
        |text: &str, length: usize| text.len() == length && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(year, 4) || !is_number(month, 2) || !("01"..="12").contains(&month) {
        return None;
    }
    let text = Text::new(lang);
    let name = text.with(&format!("month-{month}"), args![year]);
    match number {
        None => Some(name),
        Some(number) if is_number(number, number.len()) && !number.is_empty() => {
            Some(format!("{name} ({number}.)"))
        }
        Some(_) => None,
    }
}

/// Formats a difference from UTC, such as `UTC+1`, `UTC−3:30` or `UTC`. It is given in minutes.
pub fn utc_offset(minutes: i32) -> String {
    let sign = if minutes < 0 { "−" } else { "+" };
    match (minutes.unsigned_abs() / 60, minutes.unsigned_abs() % 60) {
        (0, 0) => "UTC".to_owned(),
        (hours, 0) => format!("UTC{sign}{hours}"),
        (hours, minutes) => format!("UTC{sign}{hours}:{minutes:02}"),
    }
}

/// Formats a date, such as `2026. 11. 05.` in Hungarian or `2026-11-05` in English.
///
/// `since_1970` is the number of days since 1970-01-01. A date outside the supported range is replaced by the
/// first or last supported date.
pub fn day(lang: Lang, since_1970: i64) -> String {
    let days = SignedDuration::from_secs(since_1970.saturating_mul(24 * 60 * 60));
    let date = date(1970, 1, 1).saturating_add(days);
    let args = args![
        year = date.year().to_string(),
        month = format!("{:02}", date.month()),
        day = format!("{:02}", date.day())
    ];
    Text::new(lang).with("stats-day", args)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimal_separator_depends_on_language() {
        assert_eq!(decimal(Lang::Hu, -2.25, 1), "−2,2");
        assert_eq!(decimal(Lang::En, 61.96, 1), "62.0");
        assert_eq!(decimal(Lang::En, -0.04, 1), "0.0");
        assert_eq!(signed_decimal(Lang::En, 0.04, 1), "0.0");
        assert_eq!(signed_decimal(Lang::Hu, 1.5, 2), "+1,50");
    }

    #[test]
    fn month_is_formatted_with_name_and_year() {
        assert_eq!(month(Lang::En, "2026-11").as_deref(), Some("November 2026"));
        assert_eq!(month(Lang::Hu, "2026-02.3").as_deref(), Some("2026. február (3.)"));
        for other in ["2026-13", "2026-00", "26-11", "2026-11.", "2026-11.x", "Autumn", "2026-1", "-", ""] {
            assert_eq!(month(Lang::Hu, other), None, "{other}");
        }
    }

    #[test]
    fn difference_from_utc_is_formatted_in_hours_and_minutes() {
        for (minutes, formatted) in [
            (0, "UTC"),
            (60, "UTC+1"),
            (-300, "UTC−5"),
            (345, "UTC+5:45"),
            (-30, "UTC−0:30"),
            (840, "UTC+14"),
        ] {
            assert_eq!(utc_offset(minutes), formatted);
        }
    }

    #[test]
    fn day_number_is_formatted_as_calendar_date() {
        assert_eq!(day(Lang::Hu, 0), "1970. 01. 01.");
        assert_eq!(day(Lang::Hu, 20_778), "2026. 11. 21.");
        assert_eq!(day(Lang::En, 11_016), "2000-02-29");
        assert_eq!(day(Lang::En, -1), "1969-12-31");
    }

    #[test]
    fn day_formatting_clamps_out_of_range_numbers() {
        assert_eq!(day(Lang::En, i64::MAX), "9999-12-31");
        day(Lang::Hu, i64::MIN);
    }
}
