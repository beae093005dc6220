//! Snapshots of invitations.

use super::snapshot::assert_snapshots;
use crate::discord::messages::fixtures::{ANNA, CILI, STRANGER, TestTable};
use crate::discord::messages::{self, Message};
use crate::table::{Command, Refusal, TableId};
use crate::text::Lang;

#[test]
fn invitations_match_snapshots() {
    let mut lobby = TestTable::lobby(2);
    lobby.invitees = vec![STRANGER, CILI];
    assert_snapshots("lobby_invited", |lang| messages::lobby(&lobby, lang));
    assert_snapshots("invitation", |lang| messages::invitation(&lobby, CILI, ANNA, true, lang));
    let evening = TestTable::written().table_view();
    assert_snapshots("invitation_evening", |lang| messages::invitation(&evening, CILI, ANNA, true, lang));
    let command = Command::Invite(CILI);
    assert_snapshots("invite_done", |lang| Message::text(messages::done(&command, &lobby, lang)));
}

#[test]
fn refused_invitations_match_snapshots() {
    for (name, refusal) in [
        ("invite_player", Refusal::InvitedPlayer(CILI)),
        ("invite_already", Refusal::InvitedAlready(CILI)),
        ("invite_too_many", Refusal::TooManyInvited { most: 10 }),
    ] {
        assert_snapshots(name, |lang| messages::refusal(&refusal, Some(TableId(17)), lang));
    }
}

/// People who do not want to be pinged see the invitation only.
#[test]
fn invitation_pings_only_people_who_allow_it() {
    let lobby = TestTable::lobby(2);
    let pinged = |pings| messages::invitation(&lobby, CILI, ANNA, pings, Lang::Hu.into()).ping;
    assert_eq!((pinged(true), pinged(false)), (Some(CILI), None));
}
