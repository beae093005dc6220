//! Validation of localized texts.
//!
//! See "Locales" in Discord's reference.

use super::Object;

/// The locales that Discord supports.
const LOCALES: &str = "\
    id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi \
    th zh-CN ja zh-TW ko he ar";

/// Returns the translations in the optional field `key`, each with its locale.
///
/// Records an error for each unknown locale and for each text that is empty or longer than `max` characters.
pub(super) fn localizations<'a>(object: &Object<'a>, key: &str, max: usize) -> Vec<(&'a str, &'a str)> {
    let Some(map) = object.map(key) else { return Vec::new() };
    for locale in map.fields.keys().filter(|locale| !LOCALES.split(' ').any(|known| known == locale.as_str()))
    {
        map.field_error(locale, "ENUM_TYPE_COERCE", format!("Value \"{locale}\" is not a valid enum value."));
    }
    map.fields.keys().filter_map(|locale| Some((locale.as_str(), map.text(locale, (1, max))?))).collect()
}
