//! Fake pictures and emoji for tests. They are fast to draw and the same in each run.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};

use discord_sandbox::Message;
use ulti::discord::{CardPictures, Drawing};
use ulti::render::{Picture, Pictures, Subject};
use ulti::text::{Appearance, Symbol};

/// The first bytes of a PNG file. The sandbox accepts them as a complete picture.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x03\x20\0\0\x01\x2c\x08\x06\0\0\0";

/// Returns a minimal PNG picture with the given file name and alt text.
pub fn fake_picture(name: &str, alt: &str) -> Picture {
    Picture { name: format!("{name}.png"), bytes: PNG.to_vec(), alt: alt.to_owned() }
}

/// Returns `true` if a message has an attachment.
pub fn has_picture(message: &Message) -> bool {
    !message.attachments().is_empty()
}

/// A picture renderer that calls the given function.
pub struct FakePictures<F>(F);

impl<F: Fn(&Subject) -> Option<Picture> + Send + Sync + 'static> FakePictures<F> {
    /// Returns a picture renderer that calls `draw`, together with an emoji renderer that draws nothing.
    pub fn drawing(draw: F) -> Drawing {
        Drawing { pictures: Arc::new(Self(draw)), ..Drawing::default() }
    }
}

impl<F: Fn(&Subject) -> Option<Picture> + Send + Sync> Pictures for FakePictures<F> {
    fn draw(&self, subject: &Subject, _: Appearance) -> Option<Picture> {
        (self.0)(subject)
    }
}

/// A gate that blocks drawing threads while it is closed. Initially open. Clones refer to the same gate.
///
/// A renderer calls [`pass`](Self::pass). [`TestBot::idle`](crate::TestBot::idle) does not wait for drawings
/// while one is blocked, if the gate was passed to
/// [`TestBotBuilder::drawing_gate`](crate::TestBotBuilder::drawing_gate).
#[derive(Clone, Debug, Default)]
pub struct DrawingGate(Arc<GateState>);

#[derive(Debug, Default)]
struct GateState {
    is_closed: Mutex<bool>,
    changed: Condvar,
    waiting: AtomicUsize,
}

impl DrawingGate {
    /// Blocks the current thread while the gate is closed.
    pub fn pass(&self) {
        self.0.waiting.fetch_add(1, Ordering::SeqCst);
        drop(self.0.changed.wait_while(self.0.is_closed.lock().unwrap(), |is_closed| *is_closed).unwrap());
        self.0.waiting.fetch_sub(1, Ordering::SeqCst);
    }

    /// Closes the gate. Threads that call [`pass`](Self::pass) from now on are blocked.
    pub fn close(&self) {
        *self.0.is_closed.lock().unwrap() = true;
    }

    /// Opens the gate and wakes all blocked threads.
    pub fn open(&self) {
        *self.0.is_closed.lock().unwrap() = false;
        self.0.changed.notify_all();
    }

    /// Returns `true` if a thread is blocked. Other drawings may wait for the same thread.
    pub(crate) fn is_holding(&self) -> bool {
        self.0.waiting.load(Ordering::SeqCst) > 0 && *self.0.is_closed.lock().unwrap()
    }
}

/// A renderer that draws a distinct emoji for each card and suit in each deck, regardless of the language.
#[derive(Debug, Default)]
pub struct FakeCards {
    changed: Vec<Symbol>,
}

impl FakeCards {
    /// Number of distinct emoji: 32 cards and four suits in each of the three decks.
    pub const COUNT: usize = 3 * 36;

    /// Creates a renderer that draws the emoji for `symbols` differently from [`FakeCards::default`].
    pub fn changed(symbols: impl IntoIterator<Item = Symbol>) -> Self {
        Self { changed: symbols.into_iter().collect() }
    }

    /// Creates a renderer that draws every emoji differently from [`FakeCards::default`].
    pub fn all_changed() -> Self {
        Self::changed(Symbol::all())
    }

    /// Returns `self` as the emoji renderer, together with a picture renderer that draws nothing.
    pub fn drawing(self) -> Drawing {
        Drawing { cards: Arc::new(self), ..Drawing::default() }
    }
}

impl CardPictures for FakeCards {
    fn draw(&self, appearance: Appearance, of: Symbol) -> Option<Vec<u8>> {
        let picture = format!("{:?}{of:?}{}", appearance.faces, self.changed.contains(&of));
        Some([b"\x89PNG\r\n\x1a\n".as_slice(), picture.as_bytes()].concat())
    }
}
