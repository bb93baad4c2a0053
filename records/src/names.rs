//! How pieces, squares and numbers are called in Japanese and in CSA.

use nanboku::types::{Kind, Square};

/// The name of a piece in a move, such as 成銀.
pub const fn kanji(kind: Kind) -> &'static str {
    match kind {
        Kind::Pawn => "歩",
        Kind::Lance => "香",
        Kind::Knight => "桂",
        Kind::Silver => "銀",
        Kind::Gold => "金",
        Kind::Bishop => "角",
        Kind::Rook => "飛",
        Kind::King => "玉",
        Kind::Horse => "馬",
        Kind::Dragon => "龍",
        Kind::ProPawn => "と",
        Kind::ProLance => "成香",
        Kind::ProKnight => "成桂",
        Kind::ProSilver => "成銀",
    }
}

/// The one character that stands for a piece in a diagram.
pub const fn diagram(kind: Kind) -> char {
    match kind {
        Kind::Pawn => '歩',
        Kind::Lance => '香',
        Kind::Knight => '桂',
        Kind::Silver => '銀',
        Kind::Gold => '金',
        Kind::Bishop => '角',
        Kind::Rook => '飛',
        Kind::King => '玉',
        Kind::Horse => '馬',
        Kind::Dragon => '龍',
        Kind::ProPawn => 'と',
        Kind::ProLance => '杏',
        Kind::ProKnight => '圭',
        Kind::ProSilver => '全',
    }
}

/// The kind of a single character, with the variants that are in use.
pub fn kind_of_character(character: char) -> Option<Kind> {
    match character {
        '王' => Some(Kind::King),
        '竜' => Some(Kind::Dragon),
        '仝' | '个' => None,
        _ => Kind::ALL.into_iter().find(|&kind| diagram(kind) == character),
    }
}

/// The kind at the beginning of a text, and the rest.
pub fn split_kind(text: &str) -> Option<(Kind, &str)> {
    if let Some(rest) = text.strip_prefix('成') {
        let first = rest.chars().next()?;
        let kind = kind_of_character(first)?;
        // What else can promote has a name of its own.
        let promoted = match kind {
            Kind::Lance | Kind::Knight | Kind::Silver | Kind::Pawn => kind.promoted()?,
            _ => return None,
        };
        return Some((promoted, &rest[first.len_utf8()..]));
    }
    let first = text.chars().next()?;
    Some((kind_of_character(first)?, &text[first.len_utf8()..]))
}

const NUMBERS: [&str; 10] = ["〇", "一", "二", "三", "四", "五", "六", "七", "八", "九"];

/// A number below 100 in Japanese: 十八.
pub fn number(value: usize) -> String {
    let tens = match value / 10 {
        0 => String::new(),
        1 => "十".to_owned(),
        tens => format!("{}十", NUMBERS[tens.min(9)]),
    };
    let ones = if value.is_multiple_of(10) && value > 0 { "" } else { NUMBERS[value % 10] };
    format!("{tens}{ones}")
}

/// The value of a digit: of 7, of ７, or of 七.
pub fn digit(character: char) -> Option<usize> {
    match character {
        '0'..='9' => Some(character as usize - '0' as usize),
        '０'..='９' => Some(character as usize - '０' as usize),
        _ => NUMBERS.iter().position(|&name| name.starts_with(character)),
    }
}

/// The value of a number in Japanese or Arabic digits; `None` if it is none.
pub fn parse_number(text: &str) -> Option<usize> {
    let mut value = 0;
    let mut last: Option<usize> = None;
    for character in text.chars() {
        if character == '十' {
            value += 10 * last.take().unwrap_or(1);
        } else {
            let digit = digit(character)?;
            last = Some(last.unwrap_or(0) * 10 + digit);
        }
        if value > 1000 || last.unwrap_or(0) > 1000 {
            return None;
        }
    }
    (!text.is_empty()).then_some(value + last.unwrap_or(0))
}

/// A square as in ７六.
pub fn square(square: Square) -> String {
    let file = char::from_u32('１' as u32 + square.file() as u32).unwrap_or('？');
    format!("{file}{}", NUMBERS[square.rank() + 1])
}

/// A square as in 76.
pub fn plain_square(square: Square) -> String {
    format!("{}{}", square.file() + 1, square.rank() + 1)
}

/// The square of a file and a rank as they are written.
pub fn square_of(file: char, rank: char) -> Option<Square> {
    Square::at(digit(file)?.checked_sub(1)?, digit(rank)?.checked_sub(1)?)
}

/// The square at the beginning of a text, such as ７六 or 76, and the rest.
pub fn split_square(text: &str) -> Option<(Square, &str)> {
    let mut characters = text.chars();
    let (file, rank) = (characters.next()?, characters.next()?);
    Some((square_of(file, rank)?, characters.as_str()))
}

/// The two letters of CSA.
pub const fn csa(kind: Kind) -> &'static str {
    match kind {
        Kind::Pawn => "FU",
        Kind::Lance => "KY",
        Kind::Knight => "KE",
        Kind::Silver => "GI",
        Kind::Gold => "KI",
        Kind::Bishop => "KA",
        Kind::Rook => "HI",
        Kind::King => "OU",
        Kind::Horse => "UM",
        Kind::Dragon => "RY",
        Kind::ProPawn => "TO",
        Kind::ProLance => "NY",
        Kind::ProKnight => "NK",
        Kind::ProSilver => "NG",
    }
}

/// The kind with these letters in CSA.
pub fn kind_of_csa(letters: &str) -> Option<Kind> {
    Kind::ALL.into_iter().find(|&kind| csa(kind) == letters)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_round_trip() {
        for value in 1..100 {
            assert_eq!(parse_number(&number(value)), Some(value), "{value}");
        }
        assert_eq!(number(18), "十八");
        assert_eq!(parse_number("１８"), Some(18));
        assert_eq!(parse_number(""), None);
        assert_eq!(parse_number("多"), None);
    }

    #[test]
    fn squares_and_kinds_round_trip() {
        for at in Square::all() {
            assert_eq!(split_square(&square(at)), Some((at, "")));
            assert_eq!(split_square(&plain_square(at)), Some((at, "")));
        }
        for kind in Kind::ALL {
            assert_eq!(split_kind(kanji(kind)), Some((kind, "")));
            assert_eq!(kind_of_character(diagram(kind)), Some(kind));
            assert_eq!(kind_of_csa(csa(kind)), Some(kind));
        }
        assert_eq!(split_kind("王(59)"), Some((Kind::King, "(59)")));
        assert_eq!(split_kind("成歩"), Some((Kind::ProPawn, "")));
        assert_eq!(split_kind("成金"), None);
        assert_eq!(split_square("０一"), None);
    }
}
