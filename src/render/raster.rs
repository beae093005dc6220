//! From SVG to PNG, with the program's own font.

use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree};

use super::font::FONTS;

/// A picture could not be made. It says what is wrong with our drawing, so it is for the log.
#[derive(Debug, thiserror::Error)]
pub enum DrawError {
    /// The SVG is not one.
    #[error("an SVG of ours can't be read")]
    Svg(#[from] resvg::usvg::Error),
    /// It is empty, or far too large.
    #[error("no picture can be {0} by {1} pixels")]
    Size(f32, f32),
    /// The PNG can't be written.
    #[error("a picture can't be written as PNG")]
    Png(#[from] png::EncodingError),
}

/// The font of the program; no file and no network, whatever an SVG may refer to.
static OPTIONS: LazyLock<Options<'static>> = LazyLock::new(|| Options {
    fontdb: Arc::clone(&FONTS),
    image_href_resolver: ImageHrefResolver {
        resolve_data: Box::new(|_, _, _| None),
        resolve_string: Box::new(|_, _| None),
    },
    ..Options::default()
});

/// An SVG as it is understood, its text turned into shapes.
pub(super) fn tree(svg: &str) -> Result<Tree, DrawError> {
    Ok(Tree::from_str(svg, &OPTIONS)?)
}

/// An SVG as a PNG of its own size.
pub(super) fn png(svg: &str) -> Result<Vec<u8>, DrawError> {
    let tree = tree(svg)?;
    let mut pixels = blank(tree.size().width(), tree.size().height())?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    encode(pixels)
}

/// A transparent picture of this size in pixels.
pub(super) fn blank(width: f32, height: f32) -> Result<Pixmap, DrawError> {
    let size = resvg::tiny_skia::Size::from_wh(width, height).map(|size| size.to_int_size());
    let pixels = size.and_then(|size| Pixmap::new(size.width(), size.height()));
    pixels.ok_or(DrawError::Size(width, height))
}

/// The pixels as a PNG.
pub(super) fn encode(pixels: Pixmap) -> Result<Vec<u8>, DrawError> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    // Plain areas and hard edges: without a filter the file is a quarter smaller.
    encoder.set_filter(png::Filter::NoFilter);
    encoder.write_header()?.write_image_data(&pixels.take_demultiplied())?;
    Ok(file)
}
