//! Conversion of SVG to PNG with the bundled font.

use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{ImageHrefResolver, Options, Tree};

use super::font::FONTS;

/// Error returned if a picture cannot be drawn.
///
/// It indicates a bug in the drawing code, so it is logged instead of being shown to users.
#[derive(Debug, thiserror::Error)]
pub enum DrawError {
    /// The picture's SVG could not be parsed.
    #[error("failed to parse SVG")]
    Svg(#[from] resvg::usvg::Error),
    /// The picture's size, given as width and height in pixels, is zero or far too large.
    #[error("invalid picture size: {0} x {1} pixels")]
    Size(f32, f32),
    /// The pixels could not be encoded as a PNG file.
    #[error("failed to encode PNG")]
    Png(#[from] png::EncodingError),
}

/// SVG parser options that use the bundled font and prevent access to files and the network.
static OPTIONS: LazyLock<Options<'static>> = LazyLock::new(|| Options {
    fontdb: Arc::clone(&FONTS),
    image_href_resolver: ImageHrefResolver {
        resolve_data: Box::new(|_, _, _| None),
        resolve_string: Box::new(|_, _| None),
    },
    ..Options::default()
});

/// Parses an SVG, using the bundled font for text.
pub(crate) fn tree(svg: &str) -> Result<Tree, DrawError> {
    Ok(Tree::from_str(svg, &OPTIONS)?)
}

/// Renders an SVG as a PNG file of the same size.
///
/// Text is drawn with the bundled font, and images in the SVG are ignored.
///
/// # Errors
/// Returns an error if the SVG cannot be parsed or drawn.
pub fn png(svg: &str) -> Result<Vec<u8>, DrawError> {
    let tree = tree(svg)?;
    let mut pixels = blank(tree.size().width(), tree.size().height())?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    encode(pixels)
}

/// Creates a transparent bitmap. The size is given in pixels.
pub(crate) fn blank(width: f32, height: f32) -> Result<Pixmap, DrawError> {
    let size = resvg::tiny_skia::Size::from_wh(width, height).map(|size| size.to_int_size());
    let pixels = size.and_then(|size| Pixmap::new(size.width(), size.height()));
    pixels.ok_or(DrawError::Size(width, height))
}

/// Encodes a bitmap as a PNG file.
pub(crate) fn encode(pixels: Pixmap) -> Result<Vec<u8>, DrawError> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, pixels.width(), pixels.height());
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    // Pictures have plain areas and hard edges, so the file is a quarter smaller without a filter.
    encoder.set_filter(png::Filter::NoFilter);
    encoder.write_header()?.write_image_data(&pixels.take_demultiplied())?;
    Ok(file)
}
