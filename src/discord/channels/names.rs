//! The filenames of pictures.

use std::num::NonZero;
use std::sync::Arc;

use channel_messages::PictureId;
use lru::LruCache;

use super::outgoing::hash_of;

/// Number of pictures whose filenames are remembered per channel.
const REMEMBERED: NonZero<usize> = NonZero::new(64).unwrap();

/// The filenames of the pictures that were drawn for a channel.
///
/// The filename of a picture is known after it was drawn, and its id before. Pictures with different ids may
/// have the same filename. They look the same, so they are not uploaded again.
pub(super) struct PictureNames(LruCache<PictureId, Arc<str>>);

impl Default for PictureNames {
    fn default() -> Self {
        Self(LruCache::new(REMEMBERED))
    }
}

impl PictureNames {
    /// Records the filename of a picture.
    pub(super) fn record(&mut self, id: PictureId, name: &str) {
        self.0.put(id, name.into());
    }

    /// Returns the filename of a picture, if it is remembered.
    pub(super) fn name_of(&mut self, id: PictureId) -> Option<Arc<str>> {
        self.0.get(&id).cloned()
    }

    /// Returns the id of the picture that was last drawn with the given filename. If there is none, returns
    /// an id that no other picture has.
    pub(super) fn id_of(&mut self, name: &str) -> PictureId {
        // The iterator begins with the picture that was used last.
        if let Some((id, _)) = self.0.iter().find(|(_, known)| known.as_ref() == name) {
            return *id;
        }
        let id = PictureId(hash_of(&name));
        self.record(id, name);
        id
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newest_picture_with_a_filename_is_found() {
        let mut names = PictureNames::default();
        let unknown = names.id_of("hand-1.png");
        assert_eq!(names.id_of("hand-1.png"), unknown);
        names.record(PictureId(1), "hand-2.png");
        names.record(PictureId(2), "hand-2.png");
        assert_eq!(names.id_of("hand-2.png"), PictureId(2));
        assert_eq!(names.name_of(PictureId(1)).as_deref(), Some("hand-2.png"));
        assert_eq!(names.name_of(PictureId(3)), None);
    }
}
