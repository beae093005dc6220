//! Parameters of the gateway's URL: API version, encoding and transport compression.
//!
//! See "Connecting" and "Encoding and Compression" in Discord's gateway documentation.

use std::io::Write as _;

use axum::extract::ws::Message;
use flate2::write::ZlibEncoder;
use flate2::{Compress, Compression, FlushCompress};

use super::sessions::Close;

/// Length of a frame in bytes above which it is compressed on request. Discord does not document its own
/// limit.
const LONG_FRAME: usize = 1_000;

/// Encoder of the frames that are sent to the bot.
#[derive(Debug)]
pub(super) enum Transport {
    /// Each frame is a text message.
    Plain,
    /// Each long frame is a binary message of its own, compressed with zlib, and each other frame is a text
    /// message. `IDENTIFY` requests this with `compress`.
    LongFramesCompressed,
    /// Each frame is a binary message, compressed with the connection's shared zlib context.
    Zlib(Box<Compress>),
}

impl Transport {
    /// Parses the query string of the gateway's URL.
    ///
    /// # Errors
    /// Returns close code 4012 for an unsupported version, encoding or compression. Discord also supports the
    /// encoding `etf` and the compression `zstd-stream`. Clients do not reconnect after code 4012.
    pub(super) fn parse(query: &str) -> Result<Self, Close> {
        let value = |key: &str| {
            let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
            pairs.filter(|(name, _)| *name == key).map(|(_, value)| value).next_back()
        };
        if value("v") != Some("10") {
            return Err((4012, "Invalid API version."));
        }
        if value("encoding").is_some_and(|encoding| encoding != "json") {
            return Err((4012, "Unsupported encoding."));
        }
        match value("compress") {
            None => Ok(Self::Plain),
            Some("zlib-stream") => Ok(Self::Zlib(Box::new(Compress::new(Compression::fast(), true)))),
            Some(_) => Err((4012, "Unsupported compression.")),
        }
    }

    /// Compresses long frames from now on, unless all frames are compressed.
    pub(super) fn compress_long_frames(&mut self) {
        if matches!(self, Self::Plain) {
            *self = Self::LongFramesCompressed;
        }
    }

    pub(super) fn encode(&mut self, frame: &str) -> Message {
        match self {
            Self::LongFramesCompressed if frame.len() > LONG_FRAME => {
                let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
                let compressed = encoder.write_all(frame.as_bytes()).and_then(|()| encoder.finish());
                // Writing to a vector does not fail.
                compressed.map_or_else(|_| Message::Text(frame.into()), |bytes| Message::Binary(bytes.into()))
            }
            Self::Plain | Self::LongFramesCompressed => Message::Text(frame.into()),
            Self::Zlib(stream) => Message::Binary(compress(stream, frame.as_bytes()).into()),
        }
    }
}

/// Compresses one frame. The result ends with the bytes `00 00 FF FF` of a synchronous flush.
fn compress(stream: &mut Compress, mut input: &[u8]) -> Vec<u8> {
    let mut output = Vec::with_capacity(input.len() / 2 + 64);
    loop {
        let before = stream.total_in();
        let compressed = stream.compress_vec(input, &mut output, FlushCompress::Sync);
        let consumed = usize::try_from(stream.total_in() - before).unwrap_or(input.len());
        input = &input[consumed..];
        // The stream is flushed as soon as it leaves room in the buffer.
        if compressed.is_err() || (input.is_empty() && output.len() < output.capacity()) {
            return output;
        }
        output.reserve(output.capacity());
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use flate2::read::ZlibDecoder;
    use flate2::{Decompress, FlushDecompress};
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn unsupported_connection_parameters_are_rejected() {
        let parse = |query: &str| Transport::parse(query).map(|_| ());
        assert_eq!(parse("v=10"), Ok(()));
        assert_eq!(parse("v=10&encoding=json&compress=zlib-stream"), Ok(()));
        assert_eq!(parse("encoding=json"), Err((4012, "Invalid API version.")));
        assert_eq!(parse("v=9"), Err((4012, "Invalid API version.")));
        assert_eq!(parse("v=10&encoding=etf"), Err((4012, "Unsupported encoding.")));
        assert_eq!(parse("v=10&compress=zstd-stream"), Err((4012, "Unsupported compression.")));
    }

    #[test]
    fn long_frames_are_compressed_on_request() {
        let mut transport = Transport::parse("v=10").unwrap();
        let (short, long) = ("{}".to_owned(), "a".repeat(LONG_FRAME + 1));
        assert!(matches!(transport.encode(&long), Message::Text(_)));
        transport.compress_long_frames();
        assert!(matches!(transport.encode(&short), Message::Text(_)));
        let Message::Binary(bytes) = transport.encode(&long) else { panic!("not compressed") };
        let mut text = String::new();
        ZlibDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
        assert_eq!(text, long);
    }

    #[test]
    fn frames_share_one_zlib_stream() {
        let mut transport = Transport::parse("v=10&compress=zlib-stream").unwrap();
        let mut stream = Decompress::new(true);
        let long: String =
            (0..50_000_u32).map(|n| char::from(b'a' + u8::try_from(n * n % 23).unwrap())).collect();
        for frame in [json!({"op": 10}), json!({"d": long}), json!("a"), json!({"d": "á".repeat(3)})] {
            let Message::Binary(bytes) = transport.encode(&frame.to_string()) else { panic!("not binary") };
            assert!(bytes.ends_with(&[0, 0, 0xff, 0xff]));
            let mut text = Vec::with_capacity(100_000);
            stream.decompress_vec(&bytes, &mut text, FlushDecompress::Sync).unwrap();
            assert_eq!(serde_json::from_slice::<Value>(&text).unwrap(), frame);
        }
    }
}
