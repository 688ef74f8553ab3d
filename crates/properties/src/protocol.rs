//! No text makes the decoder of the protocol panic; what it takes for a command is that command.

use parlour_protocol::{ErrorCode, decode, decode_server, encode};

/// Decodes the input, as text, as a command and as a message of the server.
///
/// # Panics
/// When a message that is taken is not the message that is encoded for it.
pub fn protocol(input: &[u8]) {
    let text = &*String::from_utf8_lossy(input);
    match decode(text) {
        Ok(envelope) => assert_eq!(decode(&encode(&envelope)), Ok(envelope), "{text:?}"),
        Err(malformed) => {
            use ErrorCode::{BadField, Malformed, UnknownType};
            assert!(matches!(malformed.code, Malformed | UnknownType | BadField), "{malformed:?}");
            assert!(malformed.code == Malformed || malformed.id.is_some(), "{malformed:?}");
        }
    }
    if let Ok(message) = decode_server(text) {
        assert_eq!(decode_server(&encode(&message)).ok(), Some(message), "{text:?}");
    }
}
