//! Texts that may be anything: reading an SFEN or a move refuses or reads, and never panics.

mod common;

use common::convert::{fast_move, slow_rules};
use common::data::rows;
use nanboku::movegen::is_legal;
use nanboku::position::Position;
use nanboku::rules::{NamedSet, Rules, Variant};
use nanboku::types::Move;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

fn config() -> ProptestConfig {
    let cases = if cfg!(debug_assertions) { 500 } else { 20_000 };
    // A fixed seed needs no file of failures.
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(20_250_901),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// Reads the text; what can be read must be written and read again, and be what the slow rules read.
fn check_sfen(text: &str) {
    let rules = Rules::new(Variant::Annan, Some(NamedSet::Lishogi));
    let slow = mailbox::Position::from_sfen(text, &slow_rules(&rules));
    match Position::from_sfen(text, &rules) {
        Ok(position) => {
            position.assert_consistent();
            let sfen = position.sfen();
            let again = Position::from_sfen(&sfen, &rules).unwrap_or_else(|error| panic!("{sfen}: {error}"));
            assert_eq!(again.sfen(), sfen);
            assert_eq!(again.key(), position.key());
            // The slow rules insist on hands and on no more than four fields, and take larger move numbers as they are.
            if let Ok(slow) = slow
                && slow.ply() < 1 << 30
            {
                assert_eq!(slow.sfen(), sfen);
            }
        }
        Err(error) => {
            let message = error.to_string();
            assert!(!message.is_empty() && !message.contains('\n'));
            // The slow rules count neither pieces nor missing kings.
            let counts = ["no king", "but a set has", "more pieces than there are"];
            assert!(slow.is_err() || counts.iter().any(|reason| message.contains(reason)), "{text}: {message}");
        }
    }
}

/// Some SFENs of the truth data.
fn sfens() -> Vec<String> {
    ["annan_moves", "annboku_hard", "kingless_moves", "variants_rules"]
        .iter()
        .flat_map(|file| rows(file))
        .map(|row| row.sfen())
        .collect()
}

/// A change of one character: put in, taken out, replaced, or doubled.
fn edit(text: &str, (kind, at, symbol): (u8, prop::sample::Index, char)) -> String {
    let mut symbols: Vec<char> = text.chars().collect();
    if symbols.is_empty() {
        return symbol.to_string();
    }
    let at = at.index(symbols.len());
    match kind % 4 {
        0 => symbols.insert(at, symbol),
        1 => drop(symbols.remove(at)),
        2 => symbols[at] = symbol,
        _ => symbols.insert(at, symbols[at]),
    }
    symbols.into_iter().collect()
}

fn any_edit() -> impl Strategy<Value = (u8, prop::sample::Index, char)> {
    let symbol = prop_oneof![4 => "[KRBGSNLPkrbgsnlp]", 2 => "[0-9/+ bw-]", 1 => "\\PC"];
    (any::<u8>(), any::<prop::sample::Index>(), symbol.prop_map(|text| text.chars().next().unwrap_or(' ')))
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn any_text_as_sfen(text in "\\PC{0,80}") {
        check_sfen(&text);
    }

    #[test]
    fn symbols_of_sfen(text in "[1-9KRBGSNLPkrbgsnlp+]{1,9}(/[1-9KRBGSNLPkrbgsnlp+]{1,9}){7,9} [bw] [0-9RBGSNLPk]{0,20} [0-9+-]{0,12}") {
        check_sfen(&text);
    }

    #[test]
    fn nearly_sfen(sfen in prop::sample::select(sfens()), edits in prop::collection::vec(any_edit(), 1..4)) {
        check_sfen(&edits.into_iter().fold(sfen, |text, change| edit(&text, change)));
    }

    #[test]
    fn hands_and_numbers(hands in "-|([0-9]{0,4}[RBGSNLPrbgsnlpKk]?){0,8}", number in "[+-]?[0-9]{0,12}|-?99999999999999999999|.{0,6}") {
        check_sfen(&format!("4k4/9/9/9/9/9/9/9/4K4 b {hands} {number}"));
    }

    #[test]
    fn any_text_as_move(text in "\\PC{0,8}|[0-9a-jPLNSGBRK*+p]{0,6}|[1-9][a-i][1-9][a-i]\\+?|[PLNSGBRKp]\\*[1-9][a-i]\\+?") {
        let fast = text.parse::<Move>();
        match text.parse::<mailbox::Move>() {
            // The mailbox takes a move that stays on its square for one that is never legal.
            Ok(mailbox::Move::Board { from, to, .. }) if from == to => prop_assert!(fast.is_err()),
            Ok(slow) => prop_assert_eq!(fast, Ok(fast_move(slow))),
            Err(_) => prop_assert!(fast.is_err() || text.starts_with(|letter: char| letter.is_ascii_lowercase())),
        }
    }

    #[test]
    fn moves_are_written_as_they_are_read(bits in any::<u16>(), sfen in prop::sample::select(sfens())) {
        if let Some(mv) = Move::from_bits(bits) {
            prop_assert_eq!(mv.bits(), bits);
            prop_assert_eq!(mv.to_string().parse::<Move>(), Ok(mv));
            let position = Position::from_sfen(&sfen, &Rules::default()).unwrap();
            let legal = nanboku::movegen::legal_moves(&position);
            prop_assert_eq!(is_legal(&position, mv), legal.contains(&mv));
        }
    }
}
