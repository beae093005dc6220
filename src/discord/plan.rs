//! Which public messages a table has at a moment, and what each of them says. Pure: the same scene
//! always gives the same messages, so what is there already is known by comparing.

use std::sync::Arc;

use super::easel::Subject;
use super::show::{self, Message};
use crate::store::MessageKind;
use crate::table::{Scene, SceneStage, WhyEnded};
use crate::text::Look;

/// When a message may be posted that is not there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Post {
    /// Also after someone deleted it: play can't go on without it.
    Always,
    /// If it never was.
    Once,
    /// Never: it belongs to the past, and is only brought up to date.
    Never,
}

/// A public message of a table.
#[derive(Debug)]
pub(super) struct Poster {
    /// The deal it belongs to; 0 for what belongs to the evening.
    pub(super) deal: u32,
    /// What it is.
    pub(super) kind: MessageKind,
    /// Whether it may be posted.
    pub(super) post: Post,
    /// What it says.
    pub(super) message: Message,
    /// What it has a picture of.
    pub(super) picture: Option<Subject>,
}

/// The public messages of a table, in the order in which they stand in the channel.
pub(super) fn posters(scene: &Scene, look: Look) -> Vec<Poster> {
    let mut posters = vec![lobby(scene, look)];
    if let Some(past) = before(scene) {
        posters.extend(deal(&past, look));
    }
    posters.extend(deal(scene, look));
    posters.extend(ended(scene, look));
    posters
}

fn lobby(scene: &Scene, look: Look) -> Poster {
    let post = if scene.stage == SceneStage::Lobby { Post::Always } else { Post::Never };
    Poster { deal: 0, kind: MessageKind::Lobby, post, message: show::lobby(scene, look), picture: None }
}

/// The table as it was when the deal before this one was the last: its messages may not have been
/// brought up to date before the next deal began.
fn before(scene: &Scene) -> Option<Scene> {
    let deal = Arc::clone(scene.previous.as_ref()?);
    // Nothing goes on from it any more, also when the deal after it is over.
    let stage = match scene.stage {
        SceneStage::Between => SceneStage::Dealing,
        stage => stage,
    };
    Some(Scene { deal: Some(deal), previous: None, deadline: None, stage, ..scene.clone() })
}

fn deal(scene: &Scene, look: Look) -> Vec<Poster> {
    let Some(whole) = &scene.deal else { return Vec::new() };
    let deal = whole.as_ref();
    let over = deal.is_over();
    let table = Poster {
        deal: deal.number,
        kind: MessageKind::Table,
        post: if over { Post::Never } else { Post::Always },
        message: show::table(scene, look),
        // What is over stands in the result.
        picture: (!over).then(|| Subject::Table(Arc::new(scene.clone()))),
    };
    let result = || Poster {
        deal: deal.number,
        kind: MessageKind::Result,
        post: if scene.stage == SceneStage::Between { Post::Always } else { Post::Once },
        message: show::result(scene, deal, look),
        picture: Some(Subject::Result(Arc::clone(whole))),
    };
    let mut posters = vec![table];
    posters.extend(over.then(result));
    posters
}

fn ended(scene: &Scene, look: Look) -> Option<Poster> {
    let SceneStage::Ended(why) = scene.stage else { return None };
    // A lobby that was closed says so itself.
    let played = why != WhyEnded::Closed && scene.deal.is_some();
    played.then(|| Poster {
        deal: 0,
        kind: MessageKind::Ended,
        post: Post::Once,
        message: show::ended(scene, look),
        picture: Some(Subject::Standings(Arc::new(scene.clone()))),
    })
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    fn kinds(scene: &Scene) -> Vec<(u32, MessageKind, Post)> {
        posters(scene, Look::default())
            .into_iter()
            .map(|poster| (poster.deal, poster.kind, poster.post))
            .collect()
    }

    #[test]
    fn a_lobby_is_one_message() {
        assert_eq!(kinds(&samples::lobby()), [(0, MessageKind::Lobby, Post::Always)]);
    }

    #[test]
    fn a_running_deal_has_its_table_and_the_lobby_is_history() {
        let expected = [(0, MessageKind::Lobby, Post::Never), (1, MessageKind::Table, Post::Always)];
        assert_eq!(kinds(&samples::auction()), expected);
    }

    #[test]
    fn nothing_goes_on_from_the_result_before_the_last() {
        let scene = Scene { stage: SceneStage::Between, ..samples::second_deal() };
        let past = before(&scene).expect("there was a deal before");
        assert_eq!(past.stage, SceneStage::Dealing);
        let running = before(&samples::second_deal()).expect("there was a deal before");
        assert_eq!(past, running, "its result is what it was while the next deal ran");
    }

    #[test]
    fn a_result_that_the_next_deal_overtook_is_still_posted_once() {
        let expected = [
            (0, MessageKind::Lobby, Post::Never),
            (1, MessageKind::Table, Post::Never),
            (1, MessageKind::Result, Post::Once),
            (2, MessageKind::Table, Post::Always),
        ];
        assert_eq!(kinds(&samples::second_deal()), expected);
    }
}
