//! Game records: round trips through every format, and what lishogi writes.

use std::collections::{BTreeMap, HashSet};

use nanboku::movegen::legal_moves;
use nanboku::position::{Game, Outcome, Position};
use nanboku::rules::Variant;
use nanboku::types::{Color, Move};
use nanboku_records::ruling::Ruling;
use nanboku_records::{self, Encoding, End, Format, Kifu, KifuMove};
use nanboku_records::{EndReason, GameResult};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64 as Rng;

/// What a random player likes.
#[derive(Clone, Copy, PartialEq)]
enum Taste {
    Anything,
    Returns,
    CheckingReturns,
    Captures,
}

fn choose(game: &Game, seen: &HashSet<u64>, taste: Taste, rng: &mut Rng) -> Option<Move> {
    let position = game.position();
    let moves = legal_moves(position);
    let returns = |mv: &Move| {
        let mut next = *position;
        next.play(*mv);
        seen.contains(&next.key())
    };
    let mut liked: Vec<Move> = match taste {
        Taste::Anything => Vec::new(),
        Taste::Captures => moves.iter().copied().filter(|mv| position.piece_at(mv.to()).is_some()).collect(),
        Taste::Returns => moves.iter().copied().filter(returns).collect(),
        Taste::CheckingReturns => moves.iter().copied().filter(|&mv| position.gives_check(mv)).collect(),
    };
    if taste == Taste::CheckingReturns && liked.iter().any(returns) {
        liked.retain(returns);
    }
    if liked.is_empty() {
        liked = moves;
    }
    (!liked.is_empty()).then(|| liked[rng.random_range(0..liked.len())])
}

/// Positions from which rare ends are near, as Annan under the rules of lishogi plays them.
const RARE: [&str; 4] = [
    // Two bare kings, which no game comes to, since captured pieces stay in hand.
    "4k4/9/9/9/9/9/9/4K4/9 b - 31",
    // An entered king that has nearly enough.
    "+R+B+S+S+G+NK2/LLL1NN3/PPP1PP3/9/9/9/9/9/4k4 b RB4P 201",
    // Few pieces, which repeat themselves.
    "4k4/9/9/9/9/9/9/R8/4K4 b - 1",
    "k8/9/1G7/9/9/9/9/8R/8K w - 12",
];

fn random_game(seed: u64) -> Kifu {
    let mut rng = Rng::seed_from_u64(seed);
    let ruling = Ruling::default();
    let rare = seed % 2 == 1;
    let start = rare.then(|| RARE[(seed / 2) as usize % RARE.len()].replace("+G", "G"));
    let position = match &start {
        None => ruling.start(),
        Some(sfen) => Position::from_sfen(sfen, &ruling.rules()).unwrap(),
    };
    let tastes = match (rare, rng.random_range(0..3)) {
        (false, 0) => [Taste::Captures; 2],
        (false, _) | (true, 0) => [Taste::Anything; 2],
        (true, 1) => [Taste::CheckingReturns, Taste::Returns],
        (true, _) => [Taste::Returns; 2],
    };
    let mut game = Game::new(position);
    let mut moves = Vec::new();
    let mut seen = HashSet::new();
    let length = if rare { 120 } else { rng.random_range(0..200) };
    while moves.len() < length && game.outcome() == Outcome::Ongoing {
        seen.insert(game.position().key());
        let taste = tastes[moves.len() % 2];
        let Some(mv) = choose(&game, &seen, taste, &mut rng) else { break };
        game.make(mv);
        let ms = rng.random_bool(0.8).then(|| 1000 * rng.random_range(0..5000));
        let comments = if rng.random_bool(0.05) { vec![format!("評価値 {}", moves.len())] } else { Vec::new() };
        moves.push(KifuMove { mv, ms, comments });
    }
    let side = game.position().side_to_move();
    let end = End::of(game.outcome(), side).unwrap_or_else(|| any_end(seed as usize / 2, side, &mut rng));
    Kifu {
        ruling,
        black: format!("先手 {seed}"),
        white: "Nanboku 0.1".to_owned(),
        headers: vec![("棋戦".to_owned(), "試験".to_owned())],
        start,
        comments: vec!["あいうえお".to_owned()],
        moves,
        end: Some(end),
    }
}

/// An end that the rules do not decide.
fn any_end(number: usize, side: Color, rng: &mut Rng) -> End {
    let by_a_player = [
        EndReason::Resignation,
        EndReason::Time,
        EndReason::IllegalMove,
        EndReason::FalseClaim,
        EndReason::Garbage,
        EndReason::Crash,
        EndReason::Hang,
        EndReason::Adjudication,
    ];
    match number % 11 {
        8 => End::drawn(EndReason::MoveLimit),
        9 => End::ABANDONED,
        10 => End { reason: EndReason::Dispute, result: GameResult::Void },
        number => {
            let other = by_a_player[number] == EndReason::Adjudication && rng.random();
            End::lost_by(if other { !side } else { side }, by_a_player[number])
        }
    }
}

fn assert_same(before: &Kifu, after: &Kifu, format: Format) {
    let context = || format!("{format:?}: {:?} {:?}", before.start, before.moves);
    let moves = |kifu: &Kifu| kifu.moves.iter().map(|played| played.mv).collect::<Vec<_>>();
    assert_eq!(moves(before), moves(after), "{}", context());
    assert_eq!(before.end, after.end, "{}", context());
    assert_eq!(before.ruling, after.ruling, "{}", context());
    assert_eq!((&before.black, &before.white), (&after.black, &after.white));
    assert_eq!(before.comments, after.comments, "{}", context());
    let (before_game, after_game) = (before.game().unwrap(), after.game().unwrap());
    assert_eq!(before_game.position().sfen(), after_game.position().sfen(), "{}", context());
    assert_eq!(before_game.outcome(), after_game.outcome(), "{}", context());
    if format != Format::Usi {
        assert_eq!(before.moves, after.moves, "{}", context());
        assert_eq!(before.headers, after.headers);
    }
}

#[test]
fn a_thousand_games_come_back_from_every_format() {
    let mut ends: BTreeMap<EndReason, usize> = BTreeMap::new();
    let (mut promotions, mut drops, mut outcomes) = (0, 0, BTreeMap::<String, usize>::new());
    for seed in 0..1000 {
        let game = random_game(seed);
        *ends.entry(game.end.unwrap().reason).or_default() += 1;
        *outcomes.entry(game.game().unwrap().outcome().to_string()).or_default() += 1;
        promotions += game.moves.iter().filter(|played| played.mv.promotes()).count();
        drops += game.moves.iter().filter(|played| played.mv.is_drop()).count();
        for format in [Format::Kif, Format::Csa, Format::Csa3, Format::Usi] {
            let encoding = if seed % 3 == 0 { Encoding::ShiftJis } else { Encoding::Utf8 };
            let text = nanboku_records::write(std::slice::from_ref(&game), format, encoding);
            let read = nanboku_records::read(&nanboku_records::decode(&encoding.encode(&text)), format, None);
            assert_eq!(read.errors, [], "{text}");
            assert_eq!(read.games.len(), 1, "{text}");
            assert_same(&game, &read.games[0], format);
        }
    }
    println!("{promotions} promotions, {drops} drops, ends {ends:?}, results {outcomes:?}");
    for reason in EndReason::ALL {
        assert!(ends.get(&reason).copied().unwrap_or(0) >= 3, "{reason} in {ends:?}");
    }
    assert!(promotions > 1000 && drops > 1000);
}

#[test]
fn several_games_share_a_file_and_formats_are_recognised() {
    let games: Vec<Kifu> = (0..20).map(random_game).collect();
    for (format, name) in [(Format::Kif, "a"), (Format::Csa, "b"), (Format::Csa3, "c"), (Format::Usi, "d")] {
        let text = nanboku_records::write(&games, format, Encoding::Utf8);
        let guessed = Format::guess(std::path::Path::new(name), &text);
        assert!(guessed == format || (guessed == Format::Csa && format == Format::Csa3));
        let read = nanboku_records::read(&text, guessed, None);
        assert_eq!(read.errors, []);
        assert_eq!(read.games.len(), games.len());
        for (before, after) in games.iter().zip(&read.games) {
            assert_same(before, after, format);
        }
    }
}

#[test]
fn rules_and_tide_come_back() {
    for text in ["annan, rules mihara", "annboku, rules auto", "annan, rules app, tide 4", "shogi, rules auto"] {
        let ruling: Ruling = text.parse().unwrap();
        let mut game = Game::new(ruling.start());
        let mut moves = Vec::new();
        let mut rng = Rng::seed_from_u64(5);
        for _ in 0..30 {
            let Some(mv) = choose(&game, &HashSet::new(), Taste::Anything, &mut rng) else { break };
            game.make(mv);
            moves.push(KifuMove { mv, ms: None, comments: Vec::new() });
        }
        let kifu = Kifu { ruling, moves, ..Kifu::default() };
        for format in [Format::Kif, Format::Csa, Format::Usi] {
            let text = nanboku_records::write(std::slice::from_ref(&kifu), format, Encoding::Utf8);
            let read = nanboku_records::read(&text, format, None);
            assert_eq!(read.errors, [], "{text}");
            assert_same(&kifu, &read.games[0], format);
        }
    }
}

/// A game as lishogi exports it, with a comment, a variation and its way to write times.
const LISHOGI: &str = "\
開始日時：2024/02/03 10:00:00
終了日時：2024/02/03 10:20:00
棋戦：Casual Annan shogi game
場所：https://lishogi.org/abcdefgh
持ち時間：10分+30秒
手合割：安南将棋
先手：Anna
後手：Nan

手数----指手---------消費時間--
   1   ２五歩(26)   (00:05/00:00:05)
* a comment
   2   同　歩(24)   (00:03/00:00:03)
   3   ７六歩(77)   (01:02/00:01:07)
   4   ８五歩(84)   (00:01/00:00:04)
   5   同　歩(86)   (00:10/00:01:17)
   6   投了

変化：2手
   2   ３四歩(33)
   3   ７六歩(77)
";

#[test]
fn a_game_of_lishogi_reads_in() {
    let read = nanboku_records::read(LISHOGI, Format::Kif, None);
    let game = &read.games[0];
    assert_eq!(game.ruling.variant, Variant::Annan);
    assert_eq!((game.black.as_str(), game.white.as_str()), ("Anna", "Nan"));
    assert_eq!(read.errors, []);
    let moves: Vec<String> = game.moves.iter().map(|played| played.mv.to_string()).collect();
    assert_eq!(moves, ["2f2e", "2d2e", "7g7f", "8d8e", "8f8e"]);
    assert_eq!(game.moves[2].ms, Some(62_000));
    assert_eq!(game.moves[0].comments, ["a comment"]);
    assert_eq!(game.end, Some(End::lost_by(Color::White, EndReason::Resignation)));
    assert!(game.headers.contains(&("場所".to_owned(), "https://lishogi.org/abcdefgh".to_owned())));
}

const DIAGRAM: &str = "\
手合割：NAME
後手の持駒：金四　銀二　香三　歩十三
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・v桂 ・ ・ ・ ・ ・|一
|v玉 角v歩 馬 ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ ・ ・ ・ ・ ・|三
| 桂 ・ ・v歩 ・ ・ ・ ・ ・|四
|vとv桂 ・ ・v歩 ・ ・ ・ ・|五
| ・ ・ 飛 ・v全 ・ ・ ・ ・|六
|v歩 桂 ・ ・ ・ ・ ・ ・ ・|七
| ・ 香 ・ ・ ・ ・ ・ ・ ・|八
| ・v銀 ・ ・v龍 ・ ・ ・ ・|九
+---------------------------+
先手の持駒：なし
先手：
後手：
手数----指手---------消費時間--
";

#[test]
fn a_position_is_set_up_by_a_diagram() {
    for name in ["安南将棋", "安南", "annanshogi"] {
        let read = nanboku_records::read(&DIAGRAM.replace("NAME", name), Format::Kif, None);
        assert_eq!(read.errors, []);
        assert_eq!(read.games[0].ruling.variant, Variant::Annan);
        let sfen = "3n5/kBp+B5/9/N2p5/+pn2p4/2R1+s4/pN7/1L7/1s2+r4 b 4g2s3l13p 1";
        assert_eq!(read.games[0].start.as_deref(), Some(sfen));
    }
    let white = DIAGRAM.replace("NAME", "安南").replace("先手：\n", "後手番\n");
    let read = nanboku_records::read(&white, Format::Kif, None);
    assert!(read.games[0].start.as_ref().unwrap().contains(" w "));
}

#[test]
fn ordinary_shogi_and_its_handicaps_are_read_too() {
    let text = "手合割：二枚落ち\n下手：a\n上手：b\n   1 ６二銀(71)\n   2 ７六歩(77)\n";
    let read = nanboku_records::read(text, Format::Kif, None);
    assert_eq!(read.errors, []);
    assert_eq!(read.games[0].ruling.variant, Variant::Shogi);
    assert_eq!(read.games[0].moves.len(), 2);
    let text = "V2.2\nN+a\nN-b\nPI82HI\n-\n-7162GI,T12\n+7776FU\nT3\n%TORYO\n";
    let read = nanboku_records::read(text, Format::Csa, None);
    assert_eq!(read.errors, []);
    let game = &read.games[0];
    assert_eq!((game.moves.len(), game.moves[0].ms, game.moves[1].ms), (2, Some(12_000), Some(3000)));
    assert_eq!(game.end, Some(End::lost_by(Color::White, EndReason::Resignation)));
}

#[test]
fn bad_lines_are_named_and_cost_only_the_rest_of_their_game() {
    let good = nanboku_records::write(&[random_game(0), random_game(2)], Format::Kif, Encoding::Utf8);
    let kif =
        format!("手合割：安南将棋\n先手：x\n   1 ２五歩(26)\n   2 ５五玉(51)\n   3 ２四歩(25)\nwhat is this\n\n{good}");
    let csa = nanboku_records::write(&[random_game(0), random_game(2)], Format::Csa, Encoding::Utf8);
    let csa = csa.replacen("+\n", "+\n+2625FU\n+2524FU\n%WHAT\n", 1);
    let usi = "position startpos moves 2f2e 2e2d\nposition sfen nonsense b - 1\nposition startpos moves 2f2e\n";
    for (format, text, games, line, words, kept) in [
        (Format::Kif, kif.as_str(), 3, 4, "5a5e is illegal", 1),
        (Format::Csa, csa.as_str(), 2, 16, "it is white's turn", 1),
        (Format::Usi, usi, 2, 1, "2e2d is illegal", 1),
    ] {
        let read = nanboku_records::read(text, format, None);
        assert_eq!(read.games.len(), games, "{format:?} {:?}", read.errors);
        let first = &read.errors[0];
        assert!(first.message.contains(words), "{format:?}: {first}");
        if format != Format::Csa {
            assert_eq!(first.line, line, "{format:?}");
        }
        assert_eq!(read.games[0].moves.len(), kept, "{format:?}");
    }
    let wrong = |text: &str, words: &str| {
        let read = nanboku_records::read(text, Format::Kif, None);
        assert!(read.errors[0].message.contains(words), "{text}: {:?}", read.errors);
    };
    wrong("手合割：八方桂\n", "八方桂");
    wrong("手合割：安南\n先手の持駒：車\n", "車");
    wrong("手合割：安南\n   1 ２五銀(26)\n", "there is 歩, not 銀");
    wrong("手合割：安南\n   1 ２五歩(45)\n", "nothing on 4e");
    wrong("手合割：安南\n   1 同　歩(26)\n", "同 without a move");
    wrong("   1 ５二歩(57)\n", "read as ordinary shogi");
    wrong("手合割：安南\n| ・ ・|一\n", "2 squares");
}

#[test]
fn no_text_makes_the_readers_panic() {
    let mut rng = Rng::seed_from_u64(3);
    let texts: Vec<String> = [Format::Kif, Format::Csa, Format::Csa3, Format::Usi]
        .iter()
        .map(|&format| nanboku_records::write(&[random_game(1), random_game(4)], format, Encoding::Utf8))
        .collect();
    for round in 0..3000 {
        let mut symbols: Vec<char> = texts[round % texts.len()].chars().collect();
        for _ in 0..rng.random_range(1..6) {
            if symbols.is_empty() {
                break;
            }
            let at = rng.random_range(0..symbols.len());
            match rng.random_range(0..3) {
                0 => drop(symbols.remove(at)),
                1 => symbols[at] = ['+', '成', '９', '\n', '：', '('][rng.random_range(0..6)],
                _ => symbols.truncate(at.max(1)),
            }
        }
        let text: String = symbols.into_iter().collect();
        for format in [Format::Kif, Format::Csa, Format::Usi] {
            for game in nanboku_records::read(&text, format, None).games {
                game.game().unwrap();
            }
        }
    }
}
