//! The one door through which every interaction comes, before any command or button is looked at: whoever
//! asks for too much is turned away here, with a sentence, or without one. That costs no look into the
//! database and no picture.

use std::sync::Arc;

use async_trait::async_trait;
use poise::serenity_prelude as serenity;
use serenity::{
    Builder, Client, CommandInteraction, ComponentInteraction, Context, CreateAutocompleteResponse,
    CreateInteractionResponse, FullEvent, GuildId, Interaction, InteractionId,
};

use super::custom_id::{CustomId, Played, Privacy, Shown};
use super::show::{self, Message};
use super::trouble::{Trouble, counted};
use super::turnstile::{Turnstile, Verdict};
use crate::table::{ServerId, UserId};
use crate::text::Lang;
use crate::watch::Meter;

/// The work of a picture that is drawn for this alone.
const PICTURE: u32 = 1;
/// The work of a robot's thoughts on one turn.
const THOUGHT: u32 = 2;
/// The work of reading through all that somebody has done, or of looking at a whole deal again.
const MUCH: u32 = 5;

/// The framework behind a turnstile.
pub(super) struct Door<F> {
    room: F,
    turnstile: Arc<Turnstile>,
    meter: Meter,
}

impl<F> Door<F> {
    pub(super) const fn new(room: F, turnstile: Arc<Turnstile>, meter: Meter) -> Self {
        Self { room, turnstile, meter }
    }
}

#[async_trait]
impl<F: serenity::Framework> serenity::Framework for Door<F> {
    async fn init(&mut self, client: &Client) {
        self.room.init(client).await;
    }

    async fn dispatch(&self, context: Context, event: FullEvent) {
        if let FullEvent::InteractionCreate { interaction } = &event
            && let Some(visitor) = Visitor::of(interaction)
        {
            match self.turnstile.admit(visitor.user, visitor.server, visitor.work) {
                Verdict::In => {}
                Verdict::Silence => return self.meter.turned_away(false),
                Verdict::Wait { why, wait, lang } => {
                    let lang = lang.unwrap_or_else(|| Lang::from_locale(visitor.locale));
                    self.meter.turned_away(true);
                    tracing::info!(?why, "somebody asked for too much at once");
                    let sentence = show::too_much(why, wait, lang);
                    return visitor.turn_away(&context, sentence, &self.meter).await;
                }
            }
        }
        self.room.dispatch(context, event).await;
    }
}

/// Whoever comes, as far as the door has to know.
struct Visitor<'a> {
    user: UserId,
    server: Option<ServerId>,
    locale: &'a str,
    id: InteractionId,
    token: &'a str,
    work: u32,
    /// Whether they are still typing, and see only what is offered.
    types: bool,
}

impl<'a> Visitor<'a> {
    /// `None` for Discord itself.
    fn of(interaction: &'a Interaction) -> Option<Self> {
        let server = |guild: Option<GuildId>| guild.map(|guild| ServerId(guild.get()));
        macro_rules! visitor {
            ($found:expr, $work:expr, $types:expr) => {
                Some(Visitor {
                    user: UserId($found.user.id.get()),
                    server: server($found.guild_id),
                    locale: &$found.locale,
                    id: $found.id,
                    token: &$found.token,
                    work: $work,
                    types: $types,
                })
            };
        }
        match interaction {
            Interaction::Command(typed) => visitor!(typed, work_of_command(&path(typed)), false),
            Interaction::Autocomplete(typed) => visitor!(typed, 0, true),
            Interaction::Component(pressed) => visitor!(pressed, work_of_button(pressed), false),
            Interaction::Modal(sent) => visitor!(sent, 0, false),
            _ => None,
        }
    }

    /// One try, since more of them would be what a flood is after.
    async fn turn_away(&self, context: &Context, sentence: String, meter: &Meter) {
        let response = if self.types {
            CreateInteractionResponse::Autocomplete(CreateAutocompleteResponse::new())
        } else {
            CreateInteractionResponse::Message(Message::text(sentence).respond(true))
        };
        let told = response.execute(&context.http, (self.id, self.token)).await;
        if let Err(error) = counted(meter, told) {
            tracing::warn!(trouble = %Trouble::from(&error), "nobody could be told to wait");
        }
    }
}

/// `privacy export`.
fn path(typed: &CommandInteraction) -> String {
    let sub = typed.data.options.iter().find(|option| {
        let kind = option.kind();
        matches!(kind, serenity::CommandOptionType::SubCommand | serenity::CommandOptionType::SubCommandGroup)
    });
    sub.map_or_else(|| typed.data.name.clone(), |sub| format!("{} {}", typed.data.name, sub.name))
}

/// What takes work beside that of any other interaction.
const WORKING_COMMANDS: [(&str, u32); 7] = [
    ("leaderboard", PICTURE),
    ("replay", PICTURE),
    ("stats", PICTURE),
    ("verify", PICTURE),
    ("hint", THOUGHT),
    ("privacy export", MUCH),
    ("season review", MUCH),
];

fn work_of_command(path: &str) -> u32 {
    WORKING_COMMANDS.iter().find(|(name, _)| *name == path).map_or(0, |(_, work)| *work)
}

fn work_of_button(pressed: &ComponentInteraction) -> u32 {
    super::components::written(pressed).parse().map_or(0, |id| work_of(&id))
}

/// Named one by one, so that whoever adds a button is asked.
const fn work_of(id: &CustomId) -> u32 {
    match id {
        CustomId::Analyse { .. } => MUCH,
        CustomId::Replay { .. } | CustomId::Board(_) | CustomId::Stats(_) => PICTURE,
        CustomId::Show { what, .. } => match what {
            Shown::Hint => THOUGHT,
            Shown::Hand | Shown::LastTrick | Shown::Help | Shown::More => 0,
        },
        CustomId::Privacy(privacy) => match privacy {
            Privacy::Export | Privacy::Sure(_) => MUCH,
            Privacy::About | Privacy::Delete | Privacy::Hide(_) => 0,
        },
        CustomId::Played(played) => match played {
            Played::Analyse(_) | Played::ExportEvening(_) => MUCH,
            Played::Open(_) | Played::Turn(..) | Played::Export(_) | Played::Verify(_) => PICTURE,
            Played::History { .. } | Played::Menu => 0,
        },
        CustomId::Ask { .. }
        | CustomId::Draft { .. }
        | CustomId::Sure { .. }
        | CustomId::Page(_)
        | CustomId::Share(_)
        | CustomId::Score(_)
        | CustomId::ShareScore(_)
        | CustomId::Menu(_)
        | CustomId::Seasons(_)
        | CustomId::Set(_)
        | CustomId::House(_) => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A renamed command would come in for nothing.
    #[test]
    fn every_command_that_takes_work_is_one() {
        for (path, _) in WORKING_COMMANDS {
            let found = path.split(' ').try_fold(super::super::commands::all(), |among, name| {
                among.into_iter().find(|command| command.name == name).map(|command| command.subcommands)
            });
            assert!(found.is_some(), "there is no /{path}");
        }
    }
}
