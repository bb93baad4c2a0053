//! Kinds of pieces, sets of kinds, and coloured pieces.

use std::num::NonZeroU8;

use super::Color;

/// What a piece is. The first seven can be held in hand; the first ten are the distinct ways to move (the promoted
/// pawn, lance, knight and silver move as a gold).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// Pawn (歩).
    Pawn,
    /// Lance (香).
    Lance,
    /// Knight (桂).
    Knight,
    /// Silver general (銀).
    Silver,
    /// Gold general (金).
    Gold,
    /// Bishop (角).
    Bishop,
    /// Rook (飛).
    Rook,
    /// King (玉).
    King,
    /// Promoted bishop (馬).
    Horse,
    /// Promoted rook (龍).
    Dragon,
    /// Promoted pawn (と).
    ProPawn,
    /// Promoted lance (成香).
    ProLance,
    /// Promoted knight (成桂).
    ProKnight,
    /// Promoted silver (成銀).
    ProSilver,
}

impl Kind {
    /// Number of kinds.
    pub const COUNT: usize = 14;
    /// Number of distinct ways to move: the kinds from `Pawn` to `Dragon`.
    pub const MOVEMENTS: usize = 10;
    /// Number of kinds that can be held in hand: the kinds from `Pawn` to `Rook`.
    pub const HAND: usize = 7;

    /// Every kind, in the order of the discriminants.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Pawn,
        Self::Lance,
        Self::Knight,
        Self::Silver,
        Self::Gold,
        Self::Bishop,
        Self::Rook,
        Self::King,
        Self::Horse,
        Self::Dragon,
        Self::ProPawn,
        Self::ProLance,
        Self::ProKnight,
        Self::ProSilver,
    ];

    /// The kinds that can be held in hand, in the order of the discriminants.
    pub const DROPPABLE: [Self; Self::HAND] =
        [Self::Pawn, Self::Lance, Self::Knight, Self::Silver, Self::Gold, Self::Bishop, Self::Rook];

    /// How many pieces of each droppable kind a shogi set holds, indexed like [`Kind::DROPPABLE`]; promoted ones count
    /// as what they were.
    pub const SET: [u8; Self::HAND] = [18, 4, 4, 4, 4, 2, 2];

    /// The kind whose movement this kind has by itself: one of the first [`Kind::MOVEMENTS`].
    #[inline]
    pub const fn movement(self) -> Self {
        match self {
            Self::ProPawn | Self::ProLance | Self::ProKnight | Self::ProSilver => Self::Gold,
            other => other,
        }
    }

    /// The kind after promotion, or `None` if this kind does not promote.
    #[inline]
    pub const fn promoted(self) -> Option<Self> {
        match self {
            Self::Pawn => Some(Self::ProPawn),
            Self::Lance => Some(Self::ProLance),
            Self::Knight => Some(Self::ProKnight),
            Self::Silver => Some(Self::ProSilver),
            Self::Bishop => Some(Self::Horse),
            Self::Rook => Some(Self::Dragon),
            _ => None,
        }
    }

    /// Whether a piece of this kind may promote.
    #[inline]
    pub const fn is_promotable(self) -> bool {
        const PROMOTABLE: u16 = 0b0000_0000_0110_1111;
        PROMOTABLE >> self as u16 & 1 != 0
    }

    /// The kind before promotion: what the piece becomes in the hand of the player who captures it.
    #[inline]
    pub const fn unpromoted(self) -> Self {
        match self {
            Self::ProPawn => Self::Pawn,
            Self::ProLance => Self::Lance,
            Self::ProKnight => Self::Knight,
            Self::ProSilver => Self::Silver,
            Self::Horse => Self::Bishop,
            Self::Dragon => Self::Rook,
            other => other,
        }
    }

    /// The SFEN letters of the kind in upper case, with `+` for promoted kinds.
    pub const fn letters(self) -> &'static str {
        match self {
            Self::Pawn => "P",
            Self::Lance => "L",
            Self::Knight => "N",
            Self::Silver => "S",
            Self::Gold => "G",
            Self::Bishop => "B",
            Self::Rook => "R",
            Self::King => "K",
            Self::Horse => "+B",
            Self::Dragon => "+R",
            Self::ProPawn => "+P",
            Self::ProLance => "+L",
            Self::ProKnight => "+N",
            Self::ProSilver => "+S",
        }
    }

    /// The unpromoted kind with this SFEN letter, in either case.
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_uppercase() {
            'P' => Self::Pawn,
            'L' => Self::Lance,
            'N' => Self::Knight,
            'S' => Self::Silver,
            'G' => Self::Gold,
            'B' => Self::Bishop,
            'R' => Self::Rook,
            'K' => Self::King,
            _ => return None,
        })
    }
}

/// A set of kinds; the bit of a kind is its discriminant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct KindSet(pub u16);

impl KindSet {
    /// The set without a kind.
    pub const EMPTY: Self = Self(0);

    /// The set with this kind alone.
    #[inline]
    pub const fn only(kind: Kind) -> Self {
        Self(1 << kind as u16)
    }

    /// The union of two sets.
    #[inline]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether the kind is in the set.
    #[inline]
    pub const fn contains(self, kind: Kind) -> bool {
        self.0 >> kind as u16 & 1 != 0
    }

    /// Number of kinds in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set has no kind.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl Iterator for KindSet {
    type Item = Kind;

    #[inline]
    fn next(&mut self) -> Option<Kind> {
        if self.0 == 0 {
            return None;
        }
        let index = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Kind::ALL.get(index).copied()
    }
}

/// A kind and its owner, in one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece(NonZeroU8);

impl Piece {
    /// The piece of this kind and colour.
    #[inline]
    pub const fn new(color: Color, kind: Kind) -> Self {
        match NonZeroU8::new((color as u8) << 7 | 0x40 | kind as u8) {
            Some(byte) => Self(byte),
            None => unreachable!(),
        }
    }

    /// Its owner.
    #[inline]
    pub const fn color(self) -> Color {
        if self.0.get() & 0x80 == 0 { Color::Black } else { Color::White }
    }

    /// What it is.
    #[inline]
    pub const fn kind(self) -> Kind {
        /// Sixteen entries, so that four bits index it without a bounds check.
        const KINDS: [Kind; 16] = {
            let mut kinds = [Kind::Pawn; 16];
            let mut i = 0;
            while i < Kind::COUNT {
                kinds[i] = Kind::ALL[i];
                i += 1;
            }
            kinds
        };
        KINDS[(self.0.get() & 0xf) as usize]
    }
}

impl std::fmt::Display for Piece {
    /// As in SFEN: `P`, `+p`, ...
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let letters = self.kind().letters();
        match self.color() {
            Color::Black => f.write_str(letters),
            Color::White => f.write_str(&letters.to_ascii_lowercase()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_keep_colour_and_kind() {
        for color in Color::ALL {
            for kind in Kind::ALL {
                let piece = Piece::new(color, kind);
                assert_eq!((piece.color(), piece.kind()), (color, kind));
            }
        }
    }

    #[test]
    fn promotion_and_capture_are_inverse() {
        for kind in Kind::ALL {
            assert_eq!(kind.is_promotable(), kind.promoted().is_some(), "{kind:?}");
            if let Some(promoted) = kind.promoted() {
                assert_eq!(promoted.unpromoted(), kind);
            }
        }
    }
}
