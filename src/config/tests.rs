//! What is read, and what is said of what is wrong.

use super::error::KEYS;
use super::*;

fn from(text: &str) -> Result<Config, ConfigError> {
    let figment = Figment::from(Serialized::defaults(Defaults::default())).merge(Toml::string(text));
    Config::from(&figment)
}

fn error(text: &str) -> String {
    from(text).unwrap_err().to_string()
}

#[test]
fn nothing_is_needed_and_every_key_is_read() {
    let none = from("").unwrap();
    assert_eq!(none.table_options(), table::Options::default());
    let some = from("[table]\nhard_limit = \"2h\"\nmisses_allowed = 5").unwrap();
    assert_eq!(some.table_options().hard_limit, Duration::from_hours(2));
    assert_eq!((none.limits(), none.most_tables()), (discord::Limits::default(), table::Most::default()));
    let some = from("[limits]\nperson.at_once = 7\ntables_of_person = 2").unwrap();
    let person = Rate { at_once: 7, ..discord::Limits::default().person };
    assert_eq!(some.limits(), discord::Limits { person, ..discord::Limits::default() });
    assert_eq!(some.most_tables(), table::Most { of_person: 2, ..table::Most::default() });
}

#[test]
fn the_example_is_what_is_read_without_a_file() {
    let example = from(include_str!("../../config.example.toml")).unwrap();
    assert_eq!(example.table_options(), table::Options::default());
    assert_eq!(
        (example.limits(), example.most_tables()),
        (discord::Limits::default(), table::Most::default())
    );
    assert_eq!(example.log.filter, Log::default().filter);
    assert!(example.token().unwrap().is_none());
}

#[test]
fn the_example_names_every_key() {
    let example = include_str!("../../config.example.toml");
    let is_table = |key: &&&str| KEYS.iter().any(|other| other.starts_with(&format!("{key}.")));
    let keys = KEYS.iter().filter(|key| !is_table(key));
    for key in keys.filter_map(|key| key.split_once('.')) {
        assert!(example.contains(&format!("{} = ", key.1)), "{key:?} is not explained");
    }
    assert!(example.contains("\nrules = "));
}

#[test]
fn an_error_names_key_value_and_what_would_be_right() {
    let said = error("[table]\nhard_limit = \"soon\"");
    assert!(said.contains("table.hard_limit") && said.contains("soon") && said.contains("\"5m\""), "{said}");
    let said = error("[table]\nmisses_allowed = \"two\"");
    assert!(
        said.contains("table.misses_allowed") && said.contains("two") && said.contains("such as 2"),
        "{said}"
    );
    let said = error("[table]\nmisses_allowed = 0");
    assert!(said.contains("table.misses_allowed is 0"), "{said}");
    let said = error("[table]\nhard_limt = \"5m\"");
    assert!(said.contains("hard_limt") && said.contains("table.hard_limit"), "{said}");
    let said = error("''={}");
    assert!(said.starts_with("there is no key ''"), "{said}");
    let said = error("[table]\nsoft_limit = \"10m\"");
    assert!(said.contains("table.soft_limit is 600s"), "{said}");
    let said = error("[limits]\nserver.per_second = 0");
    assert!(said.contains("limits.server.per_second is 0: give a whole number from 1"), "{said}");
    let said = error("[limits]\nperson.per_minute = 3");
    assert!(said.contains("limits.person.per_minute") && said.contains("limits.person.per_second"), "{said}");
    let said = error("[discord]\napi = \"https://evil.example\"");
    assert!(said.contains("discord.api") && said.contains("127.0.0.1"), "{said}");
}

#[test]
fn a_stand_in_is_on_this_machine() {
    for api in ["http://127.0.0.1:4690", "http://localhost:80", "http://[::1]:1/", "http://127.0.0.2"] {
        from(&format!("[discord]\napi = \"{api}\"")).unwrap();
    }
    for api in [
        "http://127.evil.example",
        "http://localhost:80@evil.example",
        "http://127.0.0.1:80@evil.example/",
        "http://[::1]evil.example",
        "https://127.0.0.1",
        "127.0.0.1:80",
    ] {
        let said = error(&format!("[discord]\napi = \"{api}\""));
        assert!(said.contains("discord.api"), "{said}");
    }
}

#[test]
fn no_time_is_longer_than_a_month() {
    for key in ["soft_limit", "hard_limit", "robot_pace", "sleep_after", "abandon_after"] {
        let said = error(
            &format!("[table]\nhard_limit = \"30d\"\n{key} = \"31d\"")
                .replace("hard_limit = \"30d\"\nhard_limit", "hard_limit"),
        );
        assert!(said.contains(&format!("table.{key} is")) && said.contains("30d"), "{said}");
    }
    assert!(error("[limits]\ndouble_click = 5").contains("350ms"));
    assert!(error("[limits]\ndouble_click = \"31d\"").contains("limits.double_click"));
}

#[test]
fn figures_are_shown_nowhere_or_on_this_machine_unless_more_is_asked_for() {
    assert_eq!(from("").unwrap().watch.address, None);
    for address in ["127.0.0.1:9464", "[::1]:9464"] {
        let config = from(&format!("[watch]\naddress = \"{address}\"")).unwrap();
        assert_eq!(config.watch.address, Some(address.parse().unwrap()));
    }
    for address in ["0.0.0.0:9464", "192.0.2.1:9464", "[::]:9464"] {
        let said = error(&format!("[watch]\naddress = \"{address}\""));
        assert!(said.contains(address) && said.contains("watch.beyond_loopback = true"), "{said}");
        from(&format!("[watch]\naddress = \"{address}\"\nbeyond_loopback = true")).unwrap();
    }
    let said = error("[watch]\naddress = \"9464\"");
    assert!(said.contains("watch.address") && said.contains("127.0.0.1:9464"), "{said}");
    let said = error("[watch]\naddress = 9464");
    assert!(said.contains("watch.address is") && said.contains("127.0.0.1:9464"), "{said}");
}

#[test]
fn rules_are_a_name_words_or_a_table() {
    assert_eq!(from("").unwrap().rules(), RuleSet::preset("4m"));
    assert_eq!(from("rules = \"rablo\"").unwrap().rules(), RuleSet::preset("rablo"));
    let wanted = RuleSet::preset("rablo").unwrap().with_rule("four_tens", true.into());
    assert_eq!(from("rules = { preset = \"rablo\", four_tens = true }").unwrap().rules(), wanted);
    assert_eq!(from("rules = \"rablo four_tens\"").unwrap().rules(), wanted);
    let table = from("[rules]\npreset = \"rablo\"\nfour_tens = true\n[rules.values]\nulti = { plain = 5 }");
    assert_eq!(table.unwrap().rules().unwrap().values.ulti.plain, 5);
}

#[test]
fn an_error_in_the_rules_names_the_nearest_right_thing() {
    assert_eq!(
        error("rules = { preset = \"4m\", four_ace = true }"),
        "rules (TOML source string): unknown rule 'four_ace': did you mean 'four_aces'?"
    );
    assert!(error("rules = \"rabl\"").contains("did you mean 'rablo'?"));
    assert!(error("rules = { four_tens = true }").contains("preset = \"4m\""));
    assert!(error("rules = { preset = \"4m\", kontra_limit = 9 }").contains("from 0 to 7"));
    assert!(error("rules = 5").contains("neither a preset's name"));
    let said = error("rules = { preset = \"4m\", silent_hundred = \"table\" }");
    assert!(said.contains("silent_table"), "{said}");
    let said = error("rule = \"4m\"");
    assert!(said.contains("did you mean rules?"), "{said}");
}

#[test]
fn no_error_shows_the_token() {
    for text in [
        "[discord]\ntoken = [\"hunter2\"]",
        "[discord]\ntoken = \"hunter2",
        "[discord]\ntoken = \"hunter2\"\nfoo = 1",
        "[discord]\ntoken = \"hunter2\" x",
    ] {
        let said = error(text);
        assert!(!said.contains("hunter2"), "{said}");
    }
    let token = format!("{}.GabcDE.{}", "MTk4NjIyNDgzNDcxOTI1MjQ4", "x".repeat(38));
    for text in [
        format!("discord = \"{token}\""),
        format!("[discord]\n\"{token}\" = 1"),
        format!("[discord]\napi = \"http://{token}/\""),
        format!("[table]\nhard_limit = \"{token}\""),
        format!("[watch]\naddress = \"{token}\""),
        format!("rules = \"{token}\""),
        format!("rules = {{ preset = \"{token}\" }}"),
        format!("[log]\nfilter = \"{token}=whatever\""),
    ] {
        let said = error(&text);
        // The name of rules is read in small letters.
        assert!(!said.contains(&token) && !said.to_lowercase().contains("gabcde"), "{said}");
    }
    let said = Config::load(Some(token.as_ref())).unwrap_err().to_string();
    assert!(!said.contains(&token), "{said}");
    let named = from(&format!("[discord]\ntoken_file = \"{token}\"")).unwrap();
    let said = named.token().unwrap_err().to_string();
    assert!(!said.contains(&token), "{said}");
    #[cfg(unix)]
    {
        let endless = from("[discord]\ntoken_file = \"/dev/zero\"").unwrap();
        let said = endless.token().unwrap_err().to_string();
        assert!(said.starts_with("/dev/zero can't be read: it is too long"), "{said}");
    }
    let config = from("[discord]\ntoken = \"hunter2\"").unwrap();
    assert!(!format!("{config:?}").contains("hunter2"));
    assert_eq!(config.token().unwrap().unwrap().expose_secret(), "hunter2");
}
