//! Tests of parsing, defaults and error messages of the configuration.

use super::*;
use crate::discord::Rate;

fn from(text: &str) -> Result<Config, ConfigError> {
    let figment = Figment::from(Serialized::defaults(Config::default())).merge(Toml::string(text));
    Config::from(&figment)
}

fn error(text: &str) -> String {
    from(text).unwrap_err().to_string()
}

#[test]
fn missing_config_keys_have_default_values() {
    let none = from("").unwrap();
    assert_eq!(none.table, table::Options::default());
    let some = from("[table]\nhard_limit = \"2h\"\nmisses_allowed = 5").unwrap();
    assert_eq!(some.table.hard_limit, Duration::from_hours(2));
    assert_eq!(
        (none.limits(), none.most_tables()),
        (discord::Limits::default(), table::TableLimits::default())
    );
    let some = from("[limits]\nperson.at_once = 7\ntables_of_person = 2").unwrap();
    let person = Rate { at_once: 7, ..discord::Limits::default().person };
    assert_eq!(some.limits(), discord::Limits { person, ..discord::Limits::default() });
    assert_eq!(some.most_tables(), table::TableLimits { of_person: 2, ..table::TableLimits::default() });
}

#[test]
fn example_config_equals_defaults() {
    let example = from(include_str!("../../config.example.toml")).unwrap();
    assert_eq!(example.table, table::Options::default());
    assert_eq!(
        (example.limits(), example.most_tables()),
        (discord::Limits::default(), table::TableLimits::default())
    );
    assert_eq!(example.log.filter, Log::default().filter);
    assert!(example.token().unwrap().is_none());
}

#[test]
fn example_config_lists_every_key() {
    let example = include_str!("../../config.example.toml");
    let all = keys();
    let is_table = |key: &&String| all.iter().any(|other| other.starts_with(&format!("{key}.")));
    let keys = all.iter().filter(|key| !is_table(key));
    for key in keys.filter_map(|key| key.split_once('.')) {
        assert!(example.contains(&format!("{} = ", key.1)), "key without explanation: {key:?}");
    }
    assert!(example.contains("\nrules = "));
}

#[test]
fn config_error_message_explains_how_to_correct_value() {
    let message = error("[table]\nhard_limit = \"soon\"");
    assert!(
        message.contains("table.hard_limit") && message.contains("soon") && message.contains("\"5m\""),
        "{message}"
    );
    let message = error("[table]\nmisses_allowed = \"two\"");
    assert!(
        message.contains("table.misses_allowed") && message.contains("two") && message.contains("such as 2"),
        "{message}"
    );
    let message = error("[table]\nmisses_allowed = 0");
    assert!(message.contains("table.misses_allowed is 0"), "{message}");
    let message = error("[table]\nhard_limt = \"5m\"");
    assert!(message.contains("hard_limt") && message.contains("table.hard_limit"), "{message}");
    let message = error("''={}");
    assert!(message.starts_with("unknown key ''"), "{message}");
    let message = error("[table]\nsoft_limit = \"10m\"");
    assert!(message.contains("table.soft_limit is 600s"), "{message}");
    let message = error("[limits]\nserver.per_second = 0");
    assert!(
        message.contains("limits.server.per_second is 0: give a whole number of at least 1"),
        "{message}"
    );
    let message = error("[limits]\nperson.per_minute = 3");
    assert!(
        message.contains("limits.person.per_minute") && message.contains("limits.person.per_second"),
        "{message}"
    );
    let message = error("[discord]\napi = \"https://evil.example\"");
    assert!(message.contains("discord.api") && message.contains("127.0.0.1"), "{message}");
}

#[test]
fn response_deadline_can_be_changed_only_for_sandbox() {
    let with_api = |deadline: &str| {
        format!("[discord]\napi = \"http://127.0.0.1:4690\"\nresponse_deadline = \"{deadline}\"")
    };
    let config = from(&with_api("1h")).unwrap();
    assert_eq!(config.discord.response_deadline, Duration::from_hours(1));
    assert!(error(&with_api("99ms")).contains("at least \"100ms\""));
    from("[discord]\nresponse_deadline = \"3s\"").unwrap();
    for deadline in ["2s", "1h"] {
        let message = error(&format!("[discord]\nresponse_deadline = \"{deadline}\""));
        assert!(message.contains("discord.response_deadline") && message.contains("\"3s\""), "{message}");
    }
}

#[test]
fn config_rejects_remote_discord_api_address() {
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
        let message = error(&format!("[discord]\napi = \"{api}\""));
        assert!(message.contains("discord.api"), "{message}");
    }
}

#[test]
fn config_rejects_durations_above_thirty_days() {
    for key in ["soft_limit", "hard_limit", "robot_pace", "sleep_after", "abandon_after"] {
        let message = error(
            &format!("[table]\nhard_limit = \"30d\"\n{key} = \"31d\"")
                .replace("hard_limit = \"30d\"\nhard_limit", "hard_limit"),
        );
        assert!(message.contains(&format!("table.{key} is")) && message.contains("30d"), "{message}");
    }
    assert!(error("[limits]\ndouble_click = 5").contains("350ms"));
    assert!(error("[limits]\ndouble_click = \"31d\"").contains("limits.double_click"));
    assert!(error("[discord]\nresponse_deadline = 3").contains("\"3s\""));
    assert!(error("[discord]\nresponse_deadline = \"31d\"").contains("discord.response_deadline"));
    assert!(error("[discord]\nshutdown_timeout = \"0s\"").contains("at least \"1s\""));
    assert!(error("[discord]\nshutdown_timeout = 3").contains("\"3s\""));
    assert!(error("[discord]\nshutdown_timeout = \"31d\"").contains("discord.shutdown_timeout"));
}

#[test]
fn config_rejects_remote_metrics_address_unless_allowed() {
    assert_eq!(from("").unwrap().watch.address, None);
    for address in ["127.0.0.1:9464", "[::1]:9464"] {
        let config = from(&format!("[watch]\naddress = \"{address}\"")).unwrap();
        assert_eq!(config.watch.address, Some(address.parse().unwrap()));
    }
    for address in ["0.0.0.0:9464", "192.0.2.1:9464", "[::]:9464"] {
        let message = error(&format!("[watch]\naddress = \"{address}\""));
        assert!(message.contains(address) && message.contains("watch.beyond_loopback = true"), "{message}");
        from(&format!("[watch]\naddress = \"{address}\"\nbeyond_loopback = true")).unwrap();
    }
    let message = error("[watch]\naddress = \"9464\"");
    assert!(message.contains("watch.address") && message.contains("127.0.0.1:9464"), "{message}");
    let message = error("[watch]\naddress = 9464");
    assert!(message.contains("watch.address is") && message.contains("127.0.0.1:9464"), "{message}");
}

#[test]
fn config_accepts_rule_preset_with_house_rules() {
    assert_eq!(from("").unwrap().rules(), RuleSet::preset("4m"));
    assert_eq!(from("rules = \"rablo\"").unwrap().rules(), RuleSet::preset("rablo"));
    let wanted = RuleSet::preset("rablo").unwrap().with_rule("four_tens", true.into());
    assert_eq!(from("rules = { preset = \"rablo\", four_tens = true }").unwrap().rules(), wanted);
    assert_eq!(from("rules = \"rablo four_tens\"").unwrap().rules(), wanted);
    let table = from("[rules]\npreset = \"rablo\"\nfour_tens = true\n[rules.values]\nulti = { plain = 5 }");
    assert_eq!(table.unwrap().rules().unwrap().values.ulti.plain, 5);
}

#[test]
fn config_error_about_invalid_rules_suggests_correction() {
    assert_eq!(
        error("rules = { preset = \"4m\", four_ace = true }"),
        "rules (TOML source string): unknown rule 'four_ace': did you mean 'four_aces'?"
    );
    assert!(error("rules = \"rabl\"").contains("did you mean 'rablo'?"));
    assert!(error("rules = { four_tens = true }").contains("preset = \"4m\""));
    assert!(error("rules = { preset = \"4m\", kontra_limit = 16 }").contains("from 0 to 15"));
    assert!(error("rules = 5").contains("neither a preset's name"));
    let message = error("rules = { preset = \"4m\", silent_hundred = \"table\" }");
    assert!(message.contains("silent_table"), "{message}");
    let message = error("rule = \"4m\"");
    assert!(message.contains("did you mean rules?"), "{message}");
}

/// Configurations that contain the bot token `hunter2` and are not valid.
const MALFORMED_TOKENS: [&str; 4] = [
    "[discord]\ntoken = [\"hunter2\"]",
    "[discord]\ntoken = \"hunter2",
    "[discord]\ntoken = \"hunter2\"\nfoo = 1",
    "[discord]\ntoken = \"hunter2\" x",
];

/// Returns configurations that contain a bot token in the wrong place.
fn with_misplaced_token(token: &str) -> [String; 24] {
    [
        format!("discord = \"{token}\""),
        format!("[discord]\n\"{token}\" = 1"),
        format!("[discord]\napi = \"http://{token}/\""),
        format!("[table]\nhard_limit = \"{token}\""),
        format!("[watch]\naddress = \"{token}\""),
        format!("rules = \"{token}\""),
        format!("rules = {{ preset = \"{token}\" }}"),
        format!("[log]\nfilter = \"{token}=whatever\""),
        token.to_owned(),
        format!("discord.{token}"),
        format!("{token} = 1"),
        format!("{token} = "),
        format!("{token}.x = 1\n{token}.x = 2"),
        format!("{token} = 1\n{token}.x = 2"),
        format!("[{token}]"),
        format!("[[{token}]]\n[{token}]\n[{token}]"),
        format!("[discord]\n{token} = 1"),
        format!("[discord]\ntoken = {token}"),
        format!("[discord]\n{token}"),
        format!("discord.token.{token} = 1"),
        format!("[rules]\npreset = \"4m\"\n{token} = 1"),
        format!("[rules]\n{token} = 1"),
        format!("[store]\npath.{token} = 1"),
        format!("limits.{token} = 1"),
    ]
}

#[test]
fn config_error_message_never_contains_bot_token() {
    for text in MALFORMED_TOKENS {
        let message = error(text);
        assert!(!message.contains("hunter2"), "{message}");
    }
    let token = format!("{}.GabcDE.{}", "MTk4NjIyNDgzNDcxOTI1MjQ4", "x7Zk0_hPw3RtY8uLs2VbN5mXe1JcA9gTf6-D4i");
    for text in with_misplaced_token(&token) {
        let message = error(&text);
        // Names of rules are converted to lower case.
        let lower = message.to_lowercase();
        assert!(token.split('.').all(|part| !lower.contains(&part.to_lowercase()[..6])), "{text}: {message}");
        println!("{message}");
    }
    let message = Config::load(Some(token.as_ref())).unwrap_err().to_string();
    assert!(!message.contains(&token), "{message}");
    let named = from(&format!("[discord]\ntoken_file = \"{token}\"")).unwrap();
    let message = named.token().unwrap_err().to_string();
    assert!(!message.contains(&token), "{message}");
    #[cfg(unix)]
    {
        let endless = from("[discord]\ntoken_file = \"/dev/zero\"").unwrap();
        let message = endless.token().unwrap_err().to_string();
        assert!(message.starts_with("failed to read /dev/zero: the file is too long"), "{message}");
    }
    let config = from("[discord]\ntoken = \"hunter2\"").unwrap();
    assert!(!format!("{config:?}").contains("hunter2"));
    assert_eq!(config.token().unwrap().unwrap().expose_secret(), "hunter2");
}

#[test]
fn database_is_a_file_or_on_a_server() {
    let database = |text: &str| from(text).unwrap().database().unwrap().to_string();
    assert_eq!(database(""), "ulti.db");
    assert_eq!(database("[store]\npath = \"other.db\""), "other.db");
    let on_server = "[store]\nurl = \"postgres://ulti:secret@db.example/ulti\"";
    assert_eq!(database(on_server), "postgres://db.example:5432/ulti");
    let both = error(&format!("{on_server}\npath = \"ulti.db\""));
    assert_eq!(both, "store.url is set, and so is store.path: remove one of them");
    let wrong = error("[store]\nurl = \"mysql://ulti:secret@db.example/ulti\"");
    assert_eq!(wrong, "store.url is invalid: it must begin with postgres:// or sqlite:");
    let few = error("[store]\nconnections = 1");
    assert_eq!(few, "store.connections is 1: give a whole number from 3 to 1000, such as 10");
    let secret = error("[store]\nurl = [\"postgres://ulti:secret@db.example/ulti\"]");
    assert!(!secret.contains("secret"), "{secret}");
}
