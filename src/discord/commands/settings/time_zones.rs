//! The time zone of a server: the parser of the option, and its autocomplete choices.

use crate::discord::commands::common::failure::Failure;
use crate::discord::interactions::choice::{Choice, SEPARATOR, Suggestions};
use crate::discord::interactions::context::UserContext;
use crate::store::TimeZone;
use crate::table::UnixMillis;
use crate::text::{self, args, is_guess, searchable};

/// Maximum number of time zones that an error message suggests.
const MOST_SUGGESTED: usize = 5;
/// Number of typed characters that are compared with names.
const LONGEST: usize = 100;
/// The time zone of most players, by which the choices begin.
const BUDAPEST: &str = "Europe/Budapest";
/// Further names of the time zone of Budapest.
const ALSO_BUDAPEST: [&str; 6] =
    ["Hungary", "Magyarország", "CET", "CEST", "Central European Time", "közép-európai idő"];

/// Parses the IANA name of a time zone, the city in it, or the label of an autocomplete choice.
///
/// # Errors
/// Returns an error that names similar time zones if the input is not a time zone.
pub(in crate::discord::commands) fn time_zone(
    user: &UserContext<'_>,
    typed: &str,
    now: UnixMillis,
) -> Result<TimeZone, Failure> {
    let typed = &typed.chars().take(LONGEST).collect::<String>();
    read(typed).ok_or_else(|| {
        let names = similar(typed, now);
        let choices = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        match names.as_slice() {
            [] => Failure::Key("time-zone-unknown"),
            _ => Failure::Text(user.appearance.formatter().with("time-zone-meant", args![choices])),
        }
    })
}

/// Returns the time zones as autocomplete choices: `current`, UTC and Budapest, then all others.
///
/// If the typed text is a difference from UTC such as `UTC+1`, the choices are the time zones that have it
/// now. If the text matches no choice, they are the time zones that are spelled similarly.
pub(in crate::discord::commands) fn choices(typed: &str, current: &TimeZone, now: UnixMillis) -> Suggestions {
    let mut zones: Vec<&TimeZone> = TimeZone::all().iter().collect();
    zones.sort_by_key(|zone| (*zone != current, **zone != TimeZone::UTC, zone.name() != BUDAPEST));
    if let Some(minutes) = offset(typed) {
        zones.retain(|zone| zone.offset_minutes(now) == minutes);
        return all_of(zones, now);
    }
    let suggestions: Suggestions = zones.into_iter().map(|zone| choice(zone, now)).collect();
    if suggestions.has_match(typed) { suggestions } else { all_of(misspelt(typed), now) }
}

/// Returns choices that are suggested whatever the user has typed.
fn all_of(zones: Vec<&TimeZone>, now: UnixMillis) -> Suggestions {
    let names: Vec<String> = zones.iter().map(|zone| zone.name().to_owned()).collect();
    zones.into_iter().map(|zone| choice(zone, now)).collect::<Suggestions>().with_parsed(names)
}

fn choice(zone: &TimeZone, now: UnixMillis) -> Choice {
    let also = if zone.name() == BUDAPEST { &ALSO_BUDAPEST[..] } else { &[] };
    let also = also.iter().map(|name| (*name).to_owned()).chain(zone.former_names().iter().cloned());
    let choice = Choice::new(zone.name(), zone.name()).found_by(also);
    let offset = text::utc_offset(zone.offset_minutes(now));
    if offset == zone.name() { choice } else { choice.explained(offset) }
}

/// Parses a time zone's name, city or label. The name may be followed by the difference from UTC in brackets,
/// as in the settings.
fn read(typed: &str) -> Option<TimeZone> {
    let label = typed.split(SEPARATOR).next().unwrap_or_default();
    let name = label.split(" (").next().unwrap_or_default().trim();
    TimeZone::named(name).or_else(|| {
        let wanted = searchable(name);
        let is_meant = |zone: &&TimeZone| {
            let mut names = [zone.name()].into_iter().chain(zone.former_names().iter().map(String::as_str));
            names.any(|name| searchable(name) == wanted || searchable(city(name)) == wanted)
        };
        let mut meant = TimeZone::all().iter().filter(is_meant);
        meant.next().filter(|_| meant.next().is_none()).cloned()
    })
}

/// Returns the last part of a time zone's name, such as `Budapest` of `Europe/Budapest`.
fn city(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or_default()
}

/// Parses a difference from UTC such as `UTC+1`, `GMT-3:30` or `+5`. Returns it in minutes.
fn offset(typed: &str) -> Option<i32> {
    let typed: String = typed.to_uppercase().chars().filter(|letter| !letter.is_whitespace()).collect();
    let difference = typed.strip_prefix("UTC").or_else(|| typed.strip_prefix("GMT")).unwrap_or(&typed);
    let sign = match difference.chars().next() {
        Some('+') => 1,
        Some('-' | '−' | '–') => -1,
        None if !typed.is_empty() => return Some(0),
        _ => return None,
    };
    let digits = difference.trim_start_matches(['+', '-', '−', '–']);
    let (hours, minutes) = digits.split_once(':').unwrap_or((digits, "0"));
    let (hours, minutes) = (hours.parse::<u8>().ok()?, minutes.parse::<u8>().ok()?);
    Some(sign * (i32::from(hours) * 60 + i32::from(minutes)))
}

/// Returns the names of the time zones that the user may mean, most likely first.
fn similar(typed: &str, now: UnixMillis) -> Vec<String> {
    if searchable(typed).is_empty() {
        return Vec::new();
    }
    let found = choices(typed, &TimeZone::UTC, now).matching(typed);
    found.take(MOST_SUGGESTED).map(|choice| choice.value).collect()
}

/// Returns the time zones whose city occurs in the typed text, or else those whose name or city is spelled
/// similarly, most similar first.
fn misspelt(typed: &str) -> Vec<&'static TimeZone> {
    let words = format!(" {} ", searchable(typed));
    let is_named = |zone: &&TimeZone| words.contains(&format!(" {} ", searchable(city(zone.name()))));
    let named: Vec<&TimeZone> = TimeZone::all().iter().filter(is_named).collect();
    if !named.is_empty() {
        return named;
    }
    let compared =
        |zone: &'static TimeZone| if typed.contains('/') { zone.name() } else { city(zone.name()) };
    let wrong_letters = |zone| strsim::osa_distance(&searchable(typed), &searchable(compared(zone)));
    let mut similar: Vec<&TimeZone> =
        TimeZone::all().iter().filter(|zone| is_guess(typed, compared(zone))).collect();
    similar.sort_by_key(|zone| wrong_letters(zone));
    similar
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The time 2026-11-30, 00:00 UTC.
    const NOW: UnixMillis = UnixMillis(1_795_996_800_000);

    /// Returns the labels of the first three choices.
    fn offered(typed: &str, current: &str) -> Vec<String> {
        let current = TimeZone::named(current).unwrap();
        choices(typed, &current, NOW).matching(typed).map(|choice| choice.label()).take(3).collect()
    }

    #[test]
    fn time_zone_can_be_parsed_from_name_city_and_label() {
        for (typed, wanted) in [
            ("Europe/Budapest", BUDAPEST),
            (" europe/BUDAPEST ", BUDAPEST),
            ("Europe/Budapest · UTC+1", BUDAPEST),
            ("Europe/Budapest (now UTC+1)", BUDAPEST),
            ("budapest", BUDAPEST),
            ("New York", "America/New_York"),
            ("america new york", "America/New_York"),
            ("Zürich", "Europe/Zurich"),
            ("São Paulo", "America/Sao_Paulo"),
            ("Asia/Calcutta", "Asia/Kolkata"),
            ("Kiev", "Europe/Kyiv"),
            ("utc", "UTC"),
            ("Etc/GMT+5", "Etc/GMT+5"),
            ("Európa Budapest", ""),
            ("EST", ""),
            ("Factory", ""),
            ("Etc/Unknown", ""),
            ("", ""),
            ("/", ""),
        ] {
            assert_eq!(read(typed).as_ref().map_or("", TimeZone::name), wanted, "{typed:?}");
        }
    }

    #[test]
    fn every_label_of_a_time_zone_is_accepted() {
        for zone in TimeZone::all() {
            assert_eq!(read(&choice(zone, NOW).label()).as_ref(), Some(zone), "{}", zone.name());
            assert_eq!(read(zone.name()).as_ref(), Some(zone));
        }
    }

    #[test]
    fn likely_time_zones_are_offered_first() {
        let paris = "Europe/Paris";
        assert_eq!(offered("", paris), ["Europe/Paris · UTC+1", "UTC", "Europe/Budapest · UTC+1"]);
        assert_eq!(offered("", "UTC")[1], "Europe/Budapest · UTC+1");
        assert_eq!(offered("buda", paris), ["Europe/Budapest · UTC+1"]);
        assert_eq!(offered("new y", paris), ["America/New_York · UTC−5"]);
        assert_eq!(offered("kathm", paris), ["Asia/Kathmandu · UTC+5:45"]);
        for typed in ["Magyarország", "hungary", "CET", "budapset", "Budapest, Hungary", "Budapest idő"] {
            assert_eq!(offered(typed, paris)[0], "Europe/Budapest · UTC+1", "{typed}");
        }
    }

    #[test]
    fn time_zones_are_found_by_difference_from_utc() {
        for (typed, first) in [
            ("UTC+1", "Europe/Budapest · UTC+1"),
            ("gmt + 1", "Europe/Budapest · UTC+1"),
            ("+1", "Europe/Budapest · UTC+1"),
            ("GMT", "UTC"),
            ("UTC+0", "UTC"),
            ("UTC−3:30", "America/St_Johns · UTC−3:30"),
            ("utc+5:45", "Asia/Kathmandu · UTC+5:45"),
        ] {
            assert_eq!(offered(typed, "UTC")[0], first, "{typed}");
        }
        assert!(offered("UTC+23", "UTC").is_empty());
    }

    #[test]
    fn similar_time_zones_are_suggested() {
        for (typed, first) in [
            ("Budapset", BUDAPEST),
            ("Europe/Budpest", BUDAPEST),
            ("new yorck", "America/New_York"),
            ("UTC+1", BUDAPEST),
            ("Europe/", BUDAPEST),
        ] {
            assert_eq!(similar(typed, NOW)[0], first, "{typed}");
        }
        for unknown in ["qqqq", "", "🇭🇺", "EST5EDT"] {
            assert!(similar(unknown, NOW).is_empty(), "{unknown}");
        }
    }
}
