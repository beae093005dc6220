//! tmp
use super::Robot;
use crate::rules::{Action, View};
pub(super) struct Plain(super::random::Random);
impl Plain { pub(super) fn new(seed: u64) -> Self { Self(super::random::Random::new(seed)) } }
impl Robot for Plain { fn act(&mut self, view: &View) -> Option<Action> { self.0.act(view) } }
