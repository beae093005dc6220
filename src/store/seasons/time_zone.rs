//! Time zones. The database of time zones is part of the program.

use std::collections::BTreeMap;
use std::sync::{LazyLock, Once};

use jiff::civil::{Date, date};
use jiff::{SignedDuration, Timestamp, tz};

use crate::table::UnixMillis;

/// Name of Coordinated Universal Time.
const UTC: &str = "UTC";
/// Day 0 of day numbers.
const FIRST_DAY: Date = date(1970, 1, 1);
/// Seconds of a day.
const DAY: i64 = 24 * 60 * 60;

/// A time zone from the IANA Time Zone Database, such as `Europe/Budapest`. The default is UTC.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimeZone(tz::TimeZone);

impl TimeZone {
    /// Coordinated Universal Time.
    pub const UTC: Self = Self(tz::TimeZone::UTC);

    /// Returns the time zone with the given IANA name, or `None` if there is none.
    ///
    /// The name may be in upper or lower case. Former names are accepted: `Asia/Calcutta` returns
    /// `Asia/Kolkata`. Abbreviations are not, because they are ambiguous: in the database, `EST` is the time
    /// of Panama.
    pub fn named(name: &str) -> Option<Self> {
        if name.eq_ignore_ascii_case(UTC) {
            return Some(Self::UTC);
        }
        let zone = tz::db().get(name).ok().filter(|_| name.contains('/'))?;
        let current = tz::db().get(zone.primary_iana_name()?).ok();
        Some(Self(current.unwrap_or(zone)))
    }

    /// Returns UTC and the time zones of all places, in alphabetical order of their current names.
    pub fn all() -> &'static [Self] {
        static ALL: LazyLock<Vec<TimeZone>> = LazyLock::new(|| {
            let known = tz::db().available().filter_map(|name| tz::db().get(name.as_str()).ok());
            let places = known.filter(|zone| zone.is_primary() && zone.location().is_some());
            let mut all: Vec<TimeZone> = places.map(TimeZone).chain([TimeZone::UTC]).collect();
            all.sort_unstable_by(|one, other| one.name().cmp(other.name()));
            all
        });
        &ALL
    }

    /// Returns the time zone with a name from the database.
    ///
    /// Returns UTC if the name is unknown, because deals must be counted in any case.
    pub(crate) fn stored(name: Option<&str>) -> Self {
        let Some(name) = name else { return Self::UTC };
        Self::named(name).unwrap_or_else(|| {
            // Many rows can contain the name.
            static LOGGED: Once = Once::new();
            LOGGED.call_once(|| tracing::warn!(name, "unknown time zone in the database; using UTC"));
            Self::UTC
        })
    }

    /// Returns the former names of the time zone, such as `Europe/Kiev` of `Europe/Kyiv`.
    pub fn former_names(&self) -> &'static [String] {
        static FORMER: LazyLock<BTreeMap<String, Vec<String>>> = LazyLock::new(|| {
            let mut former = BTreeMap::<String, Vec<String>>::new();
            for name in tz::db().available() {
                if let Some(zone) = TimeZone::named(name.as_str()).filter(|zone| zone.name() != name.as_str())
                {
                    former.entry(zone.name().to_owned()).or_default().push(name.as_str().to_owned());
                }
            }
            former
        });
        FORMER.get(self.name()).map_or(&[], Vec::as_slice)
    }

    /// Returns the IANA name of the time zone.
    pub fn name(&self) -> &str {
        self.0.iana_name().unwrap_or(UTC)
    }

    /// Returns `true` if the time zone belongs to the country with the given ISO 3166 code, such as `HU`.
    pub fn is_in_country(&self, code: &str) -> bool {
        self.0.location().is_some_and(|location| location.country() == code)
    }

    /// Returns the difference from UTC at the given time, in minutes. It is positive east of Greenwich.
    pub fn offset_minutes(&self, at: UnixMillis) -> i32 {
        self.0.to_offset(timestamp(at)).seconds() / 60
    }

    /// Returns noon of a day, which is given as the number of days since 1970-01-01.
    ///
    /// Discord shows a time in the time zone of the reader. Noon has the right date for all readers whose
    /// clock differs from this time zone by less than twelve hours.
    pub fn noon(&self, day: i64) -> UnixMillis {
        let days = SignedDuration::from_secs(day.saturating_mul(DAY));
        self.unix(FIRST_DAY.saturating_add(days), 12)
    }

    /// Returns the date at the given time.
    pub(super) fn date(&self, at: UnixMillis) -> Date {
        self.0.to_datetime(timestamp(at)).date()
    }

    /// Returns the time at which a day begins. This is usually midnight.
    pub(super) fn start(&self, date: Date) -> UnixMillis {
        self.unix(date, 0)
    }

    fn unix(&self, date: Date, hour: i8) -> UnixMillis {
        // Only dates at the ends of the calendar's range have no timestamp.
        let at = self.0.to_timestamp(date.at(hour, 0, 0, 0)).unwrap_or(Timestamp::MAX);
        UnixMillis(at.as_millisecond())
    }
}

impl Default for TimeZone {
    fn default() -> Self {
        Self::UTC
    }
}

impl From<Option<String>> for TimeZone {
    fn from(stored: Option<String>) -> Self {
        Self::stored(stored.as_deref())
    }
}

/// Converts a time for the calendar. A time outside the calendar's range can't come from a clock and is
/// treated as 1970-01-01.
fn timestamp(at: UnixMillis) -> Timestamp {
    Timestamp::from_millisecond(at.0).unwrap_or(Timestamp::UNIX_EPOCH)
}
