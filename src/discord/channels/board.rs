//! The content of a table's messages, as [`channel_messages::Board`].

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

use channel_messages::{Board, Content, Hand, MessageKind, PictureId, PlannedMessage};
use parking_lot::Mutex;

use super::hand::{WaitingHand, hand_subject, occasion, players};
use super::look::Look;
use super::outgoing::{Note, Outgoing, hash_of};
use super::plan::{self, PublicMessage};
use super::void_deals::VoidDeals;
use crate::discord::messages::{self, Appearance};
use crate::render::Subject;
use crate::store;
use crate::table::{PlayerView, ServerId, TableId, TableReply, TableStage, TableUpdate, TableView, UserId};
use crate::text::SymbolSet;

/// The state of a table, from which its messages are built.
///
/// Messages are built when they are needed for the first time, and kept.
#[derive(Clone)]
pub(crate) struct TableBoard(Arc<State>);

struct State {
    source: Source,
    public: OnceLock<Arc<[PlannedMessage<Outgoing>]>>,
    /// Hands that have been built, by their owner and appearance.
    built: Mutex<HashMap<(UserId, Appearance), Hand<Outgoing>>>,
}

/// Everything from which the messages of a [`TableBoard`] are built.
#[derive(Clone)]
struct Source {
    table_view: Arc<TableView>,
    hands: Hands,
    /// Players to whom no hand can be sent. The table's message tells them how to see it.
    without_hand: Vec<UserId>,
    void: VoidDeals,
    /// `true` if the public messages are only the results about which managers have decided.
    has_only_results: bool,
    look: Look,
}

impl Source {
    fn new(table_view: Arc<TableView>, hands: Hands, look: Look) -> Self {
        let (without_hand, void) = (Vec::new(), VoidDeals::default());
        Self { table_view, hands, without_hand, void, has_only_results: false, look }
    }
}

/// The hands that a [`TableBoard`] contains.
#[derive(Clone)]
enum Hands {
    /// The hands of all people in the deal. Others see the public table.
    All(HashMap<UserId, PlayerView>),
    /// The hand of one user, or `None` if the user has no cards.
    Only(UserId, Option<PlayerView>),
}

impl TableBoard {
    /// Creates the board of an update. `without_hand` are the players to whom no hand can be sent.
    pub(super) fn of_update(
        update: &TableUpdate,
        without_hand: Vec<UserId>,
        void: VoidDeals,
        look: Look,
    ) -> Self {
        let hands = update.player_views.iter().map(|(user, view)| (*user, view.clone())).collect();
        let source = Source::new(Arc::clone(&update.table_view), Hands::All(hands), look);
        Self::new(Source { without_hand, void, ..source })
    }

    /// Creates the board of a reply to a user. It contains only the hand of this user.
    pub(crate) fn of_reply(reply: &TableReply, user: UserId, look: Look) -> Self {
        let view = reply.player_view.as_ref().filter(|_| reply.seat.is_some()).cloned();
        Self::new(Source::new(Arc::clone(&reply.table_view), Hands::Only(user, view), look))
    }

    /// Creates a board whose public messages are only the results about which managers have decided, for a
    /// table whose messages are not kept up to date otherwise.
    pub(super) fn of_results(table_view: Arc<TableView>, void: VoidDeals, look: Look) -> Self {
        let source = Source::new(table_view, Hands::All(HashMap::new()), look);
        Self::new(Source { void, has_only_results: true, ..source })
    }

    /// Returns the board with other void deals.
    pub(super) fn with_void_deals(&self, void: VoidDeals) -> Self {
        Self::new(Source { void, ..self.0.source.clone() })
    }

    fn new(source: Source) -> Self {
        Self(Arc::new(State { source, public: OnceLock::new(), built: Mutex::default() }))
    }

    /// Returns `true` if the evening at the table has ended.
    pub(crate) fn has_ended(&self) -> bool {
        matches!(self.0.source.table_view.stage, TableStage::Ended(_))
    }

    /// Returns `true` if the public messages are only results about which managers have decided.
    pub(super) fn has_only_results(&self) -> bool {
        self.0.source.has_only_results
    }

    /// Returns `true` if the table is dropped once its messages are up to date.
    pub(super) fn is_last(&self) -> bool {
        self.has_ended() || self.has_only_results()
    }

    /// Returns the void deals of the table.
    pub(super) fn void_deals(&self) -> &VoidDeals {
        &self.0.source.void
    }

    /// Returns the id of the table.
    pub(super) fn table_id(&self) -> TableId {
        self.0.source.table_view.table
    }

    /// Returns the server of the table.
    pub(super) fn server(&self) -> ServerId {
        self.0.source.table_view.server
    }

    /// Returns `true` if the board contains the hand of a user, or what the user sees instead.
    fn contains(&self, user: UserId) -> bool {
        match &self.0.source.hands {
            Hands::All(views) => !views.is_empty(),
            Hands::Only(only, _) => *only == user,
        }
    }

    /// Returns the view of a user that the board contains. Returns `None` if the user has no cards.
    fn view(&self, user: UserId) -> Option<&PlayerView> {
        match &self.0.source.hands {
            Hands::All(views) => views.get(&user),
            Hands::Only(_, view) => view.as_ref(),
        }
    }

    fn build(&self, user: UserId, view: Option<&PlayerView>, appearance: Appearance) -> Hand<Outgoing> {
        let table_view = &self.0.source.table_view;
        let message = match view.and_then(|view| Some((view, view.seat?))) {
            Some((view, seat)) => messages::hand(table_view, view, seat, appearance, None),
            None => messages::bystander(table_view, user, appearance),
        };
        let subject = view.and_then(|view| hand_subject(table_view, &view.deal));
        let waiting = view.and_then(|view| WaitingHand::of(table_view, view));
        let outgoing = Outgoing::new(message, appearance);
        let outgoing = outgoing.with_picture(subject, |subject| self.picture_id(subject, appearance));
        let occasion = view.and_then(|view| occasion(table_view, view));
        let waiting = waiting.map(|hand| hash_of(&(hand, appearance)));
        Hand { content: outgoing.into_content(), waiting, occasion }
    }

    /// Returns the id of a picture. It is different for each version of the table.
    pub(crate) fn picture_id(&self, subject: &Subject, appearance: Appearance) -> PictureId {
        let hand = match subject {
            Subject::Hand { hint, marks, view, .. } => Some((view.seat, hint, marks)),
            _ => None,
        };
        let TableView { table, version, .. } = &*self.0.source.table_view;
        let deal = match subject {
            Subject::Result(deal) => Some(deal.number),
            Subject::Table(view) => view.deal.as_ref().map(|deal| deal.number),
            _ => None,
        };
        PictureId(hash_of(&(subject.kind(), table, version, deal, hand, appearance.lang, appearance.faces)))
    }

    fn planned(&self, public: PublicMessage) -> PlannedMessage<Outgoing> {
        let appearance = self.0.source.look.public;
        let PublicMessage { key, post, message, picture } = public;
        let outgoing = Outgoing::new(message, appearance);
        let outgoing = outgoing.with_picture(picture, |subject| self.picture_id(subject, appearance));
        PlannedMessage { key, post, content: outgoing.into_content() }
    }
}

impl Board for TableBoard {
    type Message = Outgoing;
    type Note = Note;
    type Style = Appearance;

    fn table(&self) -> channel_messages::TableId {
        id_of(self.0.source.table_view.table)
    }

    fn version(&self) -> u32 {
        self.0.source.table_view.version
    }

    fn public(&self) -> Arc<[PlannedMessage<Outgoing>]> {
        let plan = || {
            let Source { table_view, without_hand, void, look, .. } = &self.0.source;
            let public = if self.has_only_results() {
                plan::decided_results(void, &[], look.public)
            } else {
                plan::public_messages(table_view, without_hand, void, look.public)
            };
            public.into_iter().map(|message| self.planned(message)).collect()
        };
        Arc::clone(self.0.public.get_or_init(plan))
    }

    fn hand(&self, user: channel_messages::UserId, style: &Appearance) -> Option<Hand<Outgoing>> {
        let user = UserId(user.0);
        if !self.contains(user) {
            return None;
        }
        let appearance = with_symbols(*style, self.0.source.look.symbols);
        let mut built = self.0.built.lock();
        let hand = built.entry((user, appearance));
        Some(hand.or_insert_with(|| self.build(user, self.view(user), appearance)).clone())
    }

    fn players(&self) -> Vec<channel_messages::UserId> {
        let players = players(&self.0.source.table_view).into_iter();
        players.map(|user| channel_messages::UserId(user.0)).collect()
    }

    fn turn(&self) -> Option<channel_messages::UserId> {
        let player = self.0.source.table_view.deal.as_ref()?.turn()?;
        player.id.user().map(|user| channel_messages::UserId(user.0))
    }

    fn expiry_note(&self, style: &Appearance) -> Option<Note> {
        let is_dealing = self.0.source.table_view.stage == TableStage::Dealing;
        is_dealing.then(|| Note { above: Some(style.formatter().text("hand-expires")), below: None })
    }

    fn noted(message: Outgoing, note: &Note) -> Outgoing {
        message.noted(note)
    }

    fn replaced_hand(table: channel_messages::TableId, style: &Appearance) -> Content<Outgoing> {
        let message = messages::replaced_hand(TableId(table.0), *style);
        Outgoing::new(message, *style).into_content()
    }
}

/// Does not show the content, because hands contain cards.
impl fmt::Debug for TableBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TableView { table, version, .. } = &*self.0.source.table_view;
        f.debug_struct("TableBoard").field("table", table).field("version", version).finish_non_exhaustive()
    }
}

/// Returns the appearance with the current emoji or plain symbols in place of outdated emoji.
fn with_symbols(appearance: Appearance, symbols: SymbolSet) -> Appearance {
    match appearance.signs {
        SymbolSet::Drawn(_) => appearance.with_signs(symbols),
        SymbolSet::Words | SymbolSet::Plain => appearance,
    }
}

/// Returns the id of a table in [`channel_messages`].
pub(super) const fn id_of(table: TableId) -> channel_messages::TableId {
    channel_messages::TableId(table.0)
}

/// Returns the kind of a message as it is stored in the database.
pub(super) const fn stored_kind(kind: MessageKind) -> store::MessageKind {
    match kind {
        MessageKind::Lobby => store::MessageKind::Lobby,
        MessageKind::Table => store::MessageKind::Table,
        MessageKind::Result => store::MessageKind::Result,
        MessageKind::Ended => store::MessageKind::Ended,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::messages::samples;
    use crate::table::{CommandOutcome, PlayerId, UpdateCause};
    use ulti_rules::{Deal, Seat};

    fn look() -> Look {
        Look { public: Appearance::default(), symbols: SymbolSet::Plain }
    }

    /// Returns a table, its deal, and the people of the deal with their seats.
    fn scene() -> (TableView, Deal, Vec<(UserId, Seat)>) {
        let (table_view, deal) = (samples::auction(), samples::bidding());
        let seats = &table_view.deal.as_ref().unwrap().seats;
        let people = [Seat::Zero, Seat::One, Seat::Two].into_iter().filter_map(|seat| match seats[seat].id {
            PlayerId::User(user) => Some((user, seat)),
            PlayerId::Robot(_) => None,
        });
        let people = people.collect();
        (table_view, deal, people)
    }

    fn update(table_view: TableView, deal: &Deal, people: &[(UserId, Seat)]) -> TableUpdate {
        let views = people.iter().map(|(user, seat)| (*user, deal.view(Some(*seat)).into()));
        let (player_views, cause) = (views.collect(), UpdateCause::Other);
        TableUpdate { table_view: Arc::new(table_view), player_views, notice: None, cause }
    }

    fn reply(table_view: TableView, deal: &Deal, seat: Seat) -> TableReply {
        let player_view = Some(deal.view(Some(seat)).into());
        let (table_view, outcome) = (Arc::new(table_view), CommandOutcome::Done);
        TableReply { outcome, table_view, seat: Some(seat), player_view }
    }

    fn board(update: &TableUpdate) -> TableBoard {
        TableBoard::of_update(update, Vec::new(), VoidDeals::default(), look())
    }

    #[test]
    fn public_messages_are_those_of_the_plan() {
        let (table_view, deal, people) = scene();
        let planned = plan::public_messages(&table_view, &[], &VoidDeals::default(), Appearance::default());
        let board = board(&update(table_view, &deal, &people));
        let hashes: Vec<u64> = board.public().iter().map(|message| message.content.hash).collect();
        assert_eq!(hashes, planned.iter().map(|planned| planned.message.content_hash()).collect::<Vec<_>>());
    }

    #[test]
    fn hand_of_an_update_equals_that_of_a_reply() {
        let (table_view, deal, people) = scene();
        let all = board(&update(table_view.clone(), &deal, &people));
        for (user, seat) in people {
            let reply = reply(table_view.clone(), &deal, seat);
            let shown = messages::own_view(&reply, user, Appearance::default()).content_hash();
            let own = TableBoard::of_reply(&reply, user, look());
            for board in [&all, &own] {
                let hand = board.hand(channel_messages::UserId(user.0), &Appearance::default()).unwrap();
                assert_eq!(hand.content.hash, shown);
                assert!(hand.content.picture.is_some());
            }
        }
    }

    #[test]
    fn board_of_a_reply_contains_no_hand_of_others() {
        let (table_view, deal, people) = scene();
        let [(first, seat), (second, _), ..] = people[..] else { panic!("too few people") };
        let board = TableBoard::of_reply(&reply(table_view, &deal, seat), first, look());
        let hand = |user: UserId| board.hand(channel_messages::UserId(user.0), &Appearance::default());
        assert!(hand(first).is_some() && hand(second).is_none() && hand(UserId(999)).is_none());
    }

    #[test]
    fn debug_output_of_a_board_shows_no_hands() {
        let (table_view, deal, people) = scene();
        let board = board(&update(table_view, &deal, &people));
        let hand = board.hand(channel_messages::UserId(people[0].0.0), &Appearance::default());
        assert_eq!(format!("{board:?}"), "TableBoard { table: TableId(17), version: 40, .. }");
        assert!(format!("{hand:?}").contains("message: Outgoing { .. }"), "{hand:?}");
    }

    #[test]
    fn outdated_emoji_are_replaced() {
        let (table_view, deal, people) = scene();
        let board = board(&update(table_view, &deal, &people));
        let user = channel_messages::UserId(people[0].0.0);
        let drawn = Appearance::default().with_signs(crate::discord::messages::fixtures::drawn());
        let [plain, drawn] = [Appearance::default(), drawn].map(|style| board.hand(user, &style).unwrap());
        assert_eq!(plain.content.hash, drawn.content.hash);
    }
}
