//! SVG elements, layouts, fonts, and conversion to PNG.

pub(crate) mod drawing;
pub(crate) mod element;
pub(crate) mod font;
pub(crate) mod indexed_png;
pub(crate) mod raster;
