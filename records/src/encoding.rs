//! Bytes and text.

use encoding_rs::{SHIFT_JIS, UTF_8};

/// How a text is kept in a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
pub enum Encoding {
    /// UTF-8
    #[default]
    Utf8,
    /// Shift-JIS
    ShiftJis,
}

impl Encoding {
    /// The name in the first line of a KIF file.
    pub const fn kif_name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::ShiftJis => "Shift_JIS",
        }
    }

    /// The name in the first line of a CSA file.
    pub const fn csa_name(self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::ShiftJis => "SHIFT_JIS",
        }
    }

    /// The bytes of a text. What Shift-JIS has no character for becomes a numeric reference such as `&#233;`.
    pub fn encode(self, text: &str) -> Vec<u8> {
        match self {
            Self::Utf8 => text.as_bytes().to_vec(),
            Self::ShiftJis => SHIFT_JIS.encode(text).0.into_owned(),
        }
    }
}

/// The text of bytes: UTF-8 if they are that, else Shift-JIS.
pub fn decode(bytes: &[u8]) -> String {
    if let Some(text) = UTF_8.decode_without_bom_handling_and_without_replacement(bytes) {
        return text.into_owned();
    }
    SHIFT_JIS.decode(bytes).0.into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_encodings_are_told_apart() {
        let text = "手合割：安南将棋\n先手：Émile～\n";
        assert_eq!(decode(&Encoding::Utf8.encode(text)), text);
        let japanese = "▲７六歩(77) 同　成銀 龍 竜 ― ソ表";
        assert_eq!(decode(&Encoding::ShiftJis.encode(japanese)), japanese);
        assert!(decode(&Encoding::ShiftJis.encode(text)).contains("&#201;mile"));
    }
}
