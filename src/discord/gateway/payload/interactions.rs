//! The event `INTERACTION_CREATE`: commands, autocomplete requests, buttons and menus.
//!
//! See "Receiving and Responding to Interactions" in Discord's documentation.

use serde_json::{Value, json};

use super::objects::{KIND, MEMBER, MESSAGE, PARTIAL_CHANNEL, USER};
use super::shape::Shape::{Any, Bits, Flag, Id, List, MapOfFitting, Object, Text};
use super::shape::{Shape, if_present, optional, or, placeholder, required};

/// Type of a slash command or of an entry of a context menu.
const COMMAND: u64 = 2;
/// Type of a button or menu.
const COMPONENT: u64 = 3;
/// Type of an autocomplete request.
const AUTOCOMPLETE: u64 = 4;

/// Fields of all types of interactions.
const INTERACTION: Shape = Object(&[
    required("id", &Id),
    required("type", &KIND),
    required("token", &Text),
    required("channel_id", &Id),
    or("application_id", &Id, "\"1\""),
    or("locale", &Text, "\"\""),
    optional("channel", &PARTIAL_CHANNEL),
    if_present("guild_id", &Id),
    optional("guild_locale", &Text),
    optional("member", &MEMBER),
    optional("user", &USER),
    optional("app_permissions", &Bits),
    optional("authorizing_integration_owners", &INSTALLATIONS),
    optional("context", &KIND),
    placeholder("version", "1"),
    placeholder("entitlements", "[]"),
    placeholder("attachment_size_limit", "0"),
]);

/// The server (0) and the user (1) for whom the bot is installed. In a direct message, the server is `"0"`.
const INSTALLATIONS: Shape = Object(&[if_present("0", &Bits), if_present("1", &Id)]);

/// A command or an autocomplete request.
static TYPED: Shape = Object(&[required("data", &COMMAND_DATA)]);

static COMMAND_DATA: Shape = Object(&[
    or("id", &Id, "\"1\""),
    required("name", &Text),
    required("type", &KIND),
    if_present("options", &OPTIONS),
    optional("resolved", &RESOLVED),
    optional("target_id", &Id),
]);

/// An option of a command. A subcommand, or a group of subcommands, is an option with options.
static OPTION: Shape = Object(&[
    required("name", &Text),
    required("type", &KIND),
    optional("value", &Any),
    if_present("focused", &Flag),
    if_present("options", &OPTIONS),
]);

static OPTIONS: Shape = List(&OPTION);

/// Users, with their memberships, and messages that options refer to.
const RESOLVED: Shape = Object(&[
    optional("users", &MapOfFitting(&USER)),
    optional("members", &MapOfFitting(&PARTIAL_MEMBER)),
    optional("messages", &MapOfFitting(&MESSAGE)),
]);

/// A member without the user. The permissions are those in the channel of the interaction.
const PARTIAL_MEMBER: Shape = Object(&[optional("permissions", &Bits), placeholder("roles", "[]")]);

/// A press of a button or a selection from a menu.
const PRESSED: Shape = Object(&[required("data", &COMPONENT_DATA), required("message", &MESSAGE)]);

const COMPONENT_DATA: Shape = Object(&[
    required("custom_id", &Text),
    required("component_type", &KIND),
    if_present("values", &List(&Text)),
]);

/// Returns the described parts of an interaction, or `None` if it does not fit or has another type.
pub(super) fn read(data: &Value) -> Option<Value> {
    let mut interaction = with_user(data)?;
    let rest = match interaction["type"].as_u64()? {
        COMMAND | AUTOCOMPLETE => TYPED.read(data)?,
        COMPONENT => PRESSED.read(data)?,
        _ => return None,
    };
    interaction.as_object_mut()?.extend(rest.as_object().cloned()?);
    Some(interaction)
}

/// Converts an interaction that cannot be read to a command without a name, which the bot answers as it
/// answers all commands it does not know.
///
/// Returns `None` if not even its sender can be read, or if it is neither a command nor a component.
pub(super) fn nameless(data: &Value) -> Option<Value> {
    let mut interaction = with_user(data)?;
    if !matches!(interaction["type"].as_u64(), Some(COMMAND | COMPONENT)) {
        return None;
    }
    interaction["type"] = COMMAND.into();
    interaction["data"] = json!({"id": "1", "name": "", "type": 1});
    Some(interaction)
}

/// Reads the fields of all types of interactions. Returns `None` if the user is missing, for whom serenity
/// would substitute user 1.
fn with_user(data: &Value) -> Option<Value> {
    let mut interaction = INTERACTION.read(data)?;
    match interaction.get("member") {
        Some(member) => interaction["user"] = member["user"].clone(),
        // On a server, the member is the user.
        None if interaction.get("guild_id").is_some() => return None,
        None => {}
    }
    interaction.get("user").is_some().then_some(interaction)
}
