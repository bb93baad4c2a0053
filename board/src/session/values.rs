//! Colours, kinds, squares and moves as texts of the protocol.

use std::fmt;
use std::str::FromStr;

use nanboku::types;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Declares a wrapper that is written and read as text.
macro_rules! as_text {
    ($(#[$meta:meta])* $name:ident($inner:ty), $what:literal) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $name(pub $inner);

        impl From<$inner> for $name {
            fn from(value: $inner) -> Self {
                Self(value)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                text.parse().map_err(|()| {
                    let short: String = text.chars().take(40).collect();
                    D::Error::custom(format!("'{short}' is no {}", $what))
                })
            }
        }
    };
}

as_text! {
    /// A player: `black` or `white`.
    Color(types::Color), "colour"
}

as_text! {
    /// A kind, by its letters in SFEN.
    Kind(types::Kind), "kind of piece"
}

as_text! {
    /// A square, as in USI.
    Square(types::Square), "square"
}

as_text! {
    /// A move, as in USI.
    Usi(types::Move), "move in USI notation"
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Color {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        types::Color::ALL.into_iter().find(|color| color.to_string() == text).map(Self).ok_or(())
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.letters())
    }
}

impl FromStr for Kind {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        types::Kind::ALL.into_iter().find(|kind| kind.letters() == text).map(Self).ok_or(())
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Square {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        text.parse().map(Self)
    }
}

impl fmt::Display for Usi {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Usi {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        text.parse().map(Self).map_err(|_| ())
    }
}

/// A piece by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub kind: Kind,
}

impl From<types::Piece> for Piece {
    fn from(piece: types::Piece) -> Self {
        Self { color: Color(piece.color()), kind: Kind(piece.kind()) }
    }
}

impl From<Piece> for types::Piece {
    fn from(piece: Piece) -> Self {
        Self::new(piece.color.0, piece.kind.0)
    }
}
