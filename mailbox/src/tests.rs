//! Small positions made by hand, each with the reason for what it shows.

use crate::*;

fn rules(variant: Variant, set: &str) -> Rules {
    Rules::set(variant, set).unwrap()
}

fn pos(sfen: &str, rules: Rules) -> Position {
    Position::from_sfen(sfen, &rules).unwrap()
}

/// The position under a set of Annan.
fn annan(sfen: &str, set: &str) -> Position {
    pos(sfen, rules(Variant::Annan, set))
}

fn mv(text: &str) -> Move {
    text.parse().unwrap()
}

fn sq(text: &str) -> Square {
    text.parse().unwrap()
}

fn legal(position: &Position, text: &str) -> bool {
    let m = mv(text);
    let is_legal = position.is_legal(m);
    assert_eq!(is_legal, position.legal_moves().contains(&m));
    is_legal
}

/// How the game stands after playing `cycle` some times, with `first` before it.
fn after(position: Position, first: &str, cycle: &str, times: usize) -> Outcome {
    let mut game = Game::new(position);
    let cycles = std::iter::repeat_n(cycle, times);
    for m in std::iter::once(first).chain(cycles).flat_map(str::split_whitespace) {
        game.push(mv(m)).unwrap();
    }
    game.result()
}

#[test]
fn only_the_neighbours_own_kind_is_lent() {
    // A column of pawn, gold, rook, from the front.
    let sfen = "k8/9/9/7P1/7G1/7R1/9/9/K8 b - 1";
    let moves_as = |variant, square| pos(sfen, rules(variant, "app")).moves_as(sq(square));
    assert_eq!(moves_as(Variant::Annan, "2d"), [Kind::Gold]);
    assert_eq!(moves_as(Variant::Annan, "2e"), [Kind::Rook]);
    assert_eq!(moves_as(Variant::Annan, "2f"), [Kind::Rook]);
    assert_eq!(moves_as(Variant::Annboku, "2d"), [Kind::Pawn]);
    assert_eq!(moves_as(Variant::Annboku, "2f"), [Kind::Gold]);
    assert_eq!(moves_as(Variant::Shogi, "2e"), [Kind::Gold]);
    assert_eq!(moves_as(Variant::Both, "2d"), [Kind::Pawn, Kind::Gold]);
    assert_eq!(moves_as(Variant::Both, "5e"), []);
    // An enemy behind lends nothing.
    let enemy = annan("k8/9/9/7P1/7g1/9/9/9/K8 b - 1", "app");
    assert_eq!(enemy.moves_as(sq("2d")), [Kind::Pawn]);
}

#[test]
fn two_movements_give_each_move_once() {
    // The silver also moves as the gold behind it: eight squares less the gold's own. Three of them, 4d 5d 6d, are
    // reached by both movements.
    let both = pos("k8/9/9/9/4S4/4G4/9/9/8K b - 1", rules(Variant::Both, "auto"));
    let from_5e = |m: &Move| matches!(m, Move::Board { from, .. } if *from == sq("5e"));
    assert_eq!(both.legal_moves().iter().filter(|m| from_5e(m)).count(), 7);
    assert!(legal(&both, "5e4f") && legal(&both, "5e6e") && !legal(&both, "5e5f"));
}

#[test]
fn kings_borrow_and_lend() {
    let far = annan("4k4/9/9/9/9/9/9/4K4/4R4 w - 1", "app");
    assert!(far.in_check(), "a king that borrows a rook checks from afar");
    let near = annan("9/9/4n4/4k4/4K4/4N4/9/9/9 b - 1", "app");
    assert!(!near.in_check(), "two kings that move as knights may face each other");
    // The rook is lent to the pawn in front of it.
    assert!(annan("4k4/9/9/9/4P4/9/9/9/4K4 b R 1", "app").gives_check(mv("R*5f")));
}

#[test]
fn capturing_a_giver_ends_or_wakes_a_check() {
    // The pawn on 5e borrows the lance on 5d and checks 5i; without the lance it is a pawn.
    let ends = annan("8k/9/9/4l4/4p4/2B6/9/9/4K4 b - 1", "app");
    assert!(ends.in_check() && legal(&ends, "7f5d"));
    // The rook on 5e is muted by the pawn behind it; taking the pawn wakes it.
    let wakes = annan("8k/9/9/4p4/4r4/2B6/9/9/4K4 b - 1", "app");
    assert!(!wakes.in_check() && !legal(&wakes, "7f5d") && legal(&wakes, "7f6e"));
}

#[test]
fn tide_flips_the_attacks_for_the_reply() {
    let tide = |period| Rules { tide_period: Some(period), ..rules(Variant::Annan, "app") };
    // The rook is muted by the pawn behind it in Annan, and free in Annboku.
    let at = |number| pos(&format!("4k4/9/9/9/4R4/4P4/9/9/K8 w - {number}"), tide(10));
    assert!(!at(8).in_check(), "the reply, ply 8, is Annan");
    assert!(at(10).in_check(), "the reply, ply 10, is Annboku: the flip gives check");
    assert!(!at(20).in_check(), "the reply, ply 20, is Annan: the flip ends the check");
    assert_eq!(at(10).moves_as(sq("5e")), [Kind::Rook], "the side that waits moves at ply 10");
    assert_eq!(at(8).moves_as(sq("5e")), [Kind::Pawn]);
    assert!(!legal(&at(10), "5a5b") && legal(&at(10), "5a4a"));
    assert!(legal(&at(20), "5a5b"), "the rook will be muted when it moves next");
    let plies = (0..6).map(|ply| tide(2).direction(ply));
    let (a, b) = (Variant::Annan, Variant::Annboku);
    assert_eq!(plies.collect::<Vec<_>>(), [a, a, b, b, a, a]);
    assert_eq!(Rules { variant: Variant::Shogi, ..tide(1) }.direction(1), Variant::Shogi);
}

#[test]
fn moved_nifu() {
    // The pawn on 3e moves as a gold; there is a pawn on 2g.
    let sfen = "k8/9/9/9/6P2/6G2/7P1/9/K8 b P 1";
    assert!(legal(&annan(sfen, "lishogi"), "3e2e"));
    assert!(!legal(&annan(sfen, "mihara"), "3e2e"));
    assert!(!legal(&annan(sfen, "lishogi"), "P*2c"), "a drop never may");
    let zone = annan("k8/9/9/6P2/6G2/9/7P1/9/K8 b - 1", "mihara");
    assert!(legal(&zone, "3d2c+") && !legal(&zone, "3d2c"), "promoting makes no nifu");
    // Along its own file, which is doubled already.
    let doubled = "k8/9/9/9/6P2/9/6P2/9/K8 b - 1";
    assert!(legal(&annan(doubled, "app"), "3e3d"));
    assert!(!legal(&annan(doubled, "wfp"), "3e3d") && !legal(&annan(doubled, "wfp"), "3g3f"));
}

#[test]
fn nifu_check() {
    // Taking 2d with the pawn on 3e, a gold, would make nifu with 2g.
    let sfen = "9/9/9/7k1/6P2/6G2/7P1/9/K8 w - 1";
    assert!(annan(sfen, "wfp").in_check(), "valid");
    assert!(!annan(sfen, "mihara").in_check(), "invalid");
    let promotes = annan("9/9/7k1/6P2/6G2/9/7P1/9/K8 w - 1", "mihara");
    assert!(promotes.in_check(), "a capture that can promote makes no nifu");
    // 7c5c takes the pawn that kept 4e, a rook, from attacking 5e.
    let opens = annan("8k/9/2R1p4/5r3/4Kp3/9/9/9/9 b - 1", "mihara");
    assert!(!opens.in_check() && !legal(&opens, "7c5c"));
}

#[test]
fn dead_ends_and_promotion() {
    let sfen = "k8/4P4/9/9/9/9/9/9/K8 b NL 1";
    let free = annan(sfen, "lishogi");
    assert!(legal(&free, "5b5a") && legal(&free, "5b5a+") && legal(&free, "N*4a"));
    let shogitter = annan(sfen, "shogitter");
    assert!(!legal(&shogitter, "5b5a") && legal(&shogitter, "5b5a+"));
    assert!(!legal(&shogitter, "N*4b") && legal(&shogitter, "N*4c"));
    assert!(!legal(&shogitter, "L*4a") && legal(&shogitter, "L*4b"));
    let annboku = pos(sfen, rules(Variant::Annboku, "wfp"));
    assert!(!legal(&annboku, "N*4a") && legal(&annboku, "N*4b"));
    // Dead ends follow the variant, not the phase of Tide.
    let flipped = Rules { tide_period: Some(1), ..rules(Variant::Annan, "shogitter") };
    assert!(!legal(&pos("k8/9/9/9/9/9/9/9/4K4 b N 2", flipped), "N*4b"));
}

/// The pawn dropped on 5c moves as the rook and mates from afar: the rook on 7c is pinned by the bishop. `hand` is what
/// White holds, `d` the fourth rank.
fn mate_from_afar(d: &str, hand: &str, set: &str) -> bool {
    let sfen = format!("4k4/6G2/2r2K3/{d}/9/9/9/9/9 b P{hand} 1");
    legal(&annan(&sfen, set), "P*5c")
}

#[test]
fn pawn_drop_mate_far_from_the_king() {
    assert!(!mate_from_afar("1B1LRP3", "", "app"), "strict looks at any pawn drop");
    assert!(mate_from_afar("1B1LRP3", "", "lishogi"), "front only at those before the king");
    assert!(mate_from_afar("1B1LRP3", "l", "app"), "L*5b answers");
}

#[test]
fn pawn_drop_mate_is_no_reply_to_a_pawn_drop() {
    // P*5b, White's only reply, moves as the king behind it and mates 4c: that king moves as the pawn behind it, to 4b
    // only, and the pawn on 5c is pinned by the rook. So it is illegal, and P*5c was mate, and illegal too.
    assert!(!mate_from_afar("1B1LRP3", "p", "app"));
    // Without the pawn on 4d the black king can step away: both drops are legal.
    assert!(mate_from_afar("1B1LR4", "p", "app"));
}

#[test]
fn pawn_drop_stalemate() {
    // P*1b moves as a knight and gives no check; 1c guards it as a silver; the gold takes 2a and 2b.
    let sfen = "8k/6G2/8N/8S/9/9/9/9/K8 b P 1";
    assert!(!legal(&annan(sfen, "lishogi"), "P*1b"), "front: no legal move is enough");
    let strict = annan(sfen, "app");
    assert!(legal(&strict, "P*1b"), "strict: only mate counts");
    assert_eq!(after(strict, "P*1b", "", 0), Outcome::Stalemate);
}

#[test]
fn repetition() {
    let quiet = "5i5h 5a5b 5h5i 5b5a";
    let kings = || annan("4k4/9/9/9/9/9/9/9/4K4 b P 1", "lishogi");
    assert_eq!(after(kings(), "", quiet, 2), Outcome::Ongoing);
    assert_eq!(after(kings(), "", quiet, 3), Outcome::RepetitionDraw, "the start counts");
    let none = annan("4k4/9/9/9/9/9/9/9/4K4 b P 1", "app");
    assert_eq!(after(none, "", quiet, 5), Outcome::Ongoing);
    // With Tide the phase must be the same: 4 plies are a cycle of the moves, 6 of the tide, 12 of both.
    let tide = Rules { tide_period: Some(3), ..rules(Variant::Annan, "mihara") };
    let kings = || pos("4k4/9/9/9/9/9/9/9/4K4 b - 1", tide);
    assert_eq!(after(kings(), "", quiet, 8), Outcome::Ongoing);
    assert_eq!(after(kings(), "", quiet, 9), Outcome::RepetitionDraw);
}

#[test]
fn perpetual_check_loses_for_the_checker() {
    let black = || annan("4k4/9/9/9/9/9/9/9/K7R b - 1", "lishogi");
    // The cycle begins after 2i5i; that the first move, 1i2i, gave no check does not matter.
    let (first, cycle) = ("1i2i 5a5b 2i5i", "5b4b 5i4i 4b5b 4i5i");
    assert_eq!(after(black(), first, cycle, 2), Outcome::Ongoing);
    let lost = |loser| Outcome::Perpetual { loser };
    assert_eq!(after(black(), first, cycle, 3), lost(Color::Black));
    let white = annan("r7k/9/9/9/9/9/9/9/4K4 w - 1", "lishogi");
    let mirrored = "5i6i 5a6a 6i5i 6a5a";
    assert_eq!(after(white, "9a5a", mirrored, 3), lost(Color::White));
    // One move that gives no check, 4i3i in the second cycle, and it is a draw.
    let detour = "5b4b 5i4i 4b5b 4i3i 5b5c 3i4i 5c5b 4i5i";
    let first = format!("{first} {cycle} {detour}");
    assert_eq!(after(black(), &first, cycle, 1), Outcome::RepetitionDraw);
}

#[test]
fn impasse() {
    let ten = "+P+P+P+P+P+P+P+P1/+P+PK6/9/9/9/9/9/9/8k b";
    let result = |board: &str, hand: &str| {
        let sfen = format!("{board} {hand} 1");
        Game::new(annan(&sfen, "lishogi")).result()
    };
    let won = |winner| Outcome::Impasse { winner };
    assert_eq!(result(ten, "2RB3P"), won(Color::Black), "10 + 15 + 3 points");
    assert_eq!(result(ten, "2RB2P"), Outcome::Ongoing, "27 are too few for Black");
    let white = "8K/9/9/9/9/9/9/6k+p+p/1+p+p+p+p+p+p+p+p w";
    assert_eq!(result(white, "2rb2p"), won(Color::White), "and enough for White");
    let nine = "+P+P+P+P+P+P+P2/+P+PK6/9/9/9/9/9/9/8k b";
    assert_eq!(result(nine, "2R2B9P"), Outcome::Ongoing);
    let checked = "+P+P+P+P+P+P+P+P1/+P+PK6/9/9/9/9/2r6/9/8k b";
    assert_eq!(result(checked, "2RB3P"), Outcome::Ongoing);
    let app = annan(&format!("{ten} 2R2B9P 1"), "app");
    assert_eq!(Game::new(app).result(), Outcome::Ongoing);
}

#[test]
fn bare_and_missing_kings() {
    let result = |sfen, set| Game::new(annan(sfen, set)).result();
    let bare = "4k4/9/9/9/9/9/9/9/4K4 b - 1";
    assert_eq!(result(bare, "lishogi"), Outcome::BareKings);
    assert_eq!(result(bare, "mihara"), Outcome::Ongoing);
    assert_eq!(result("4k4/9/9/9/9/9/9/9/4K4 b p 1", "lishogi"), Outcome::Ongoing);
    assert_eq!(result("9/9/9/9/9/9/9/9/4K4 b - 1", "lishogi"), Outcome::Ongoing);
    assert_eq!(result("4k4/9/9/9/9/9/9/9/9 b - 1", "lishogi"), Outcome::Stalemate);
    // Without a king there is no check: the pawn may step out of the rook's way.
    let kingless = annan("4r4/9/9/9/4P4/9/9/9/k8 b - 1", "app");
    assert!(!kingless.in_check() && legal(&kingless, "5e5d"));
}

#[test]
fn sfen_is_read_leniently_and_written_in_order() {
    let read = |sfen: &str| Position::from_sfen(sfen, &rules(Variant::Annan, "app"));
    let board = "4k4/9/9/9/4+R4/9/9/9/9";
    let ok = |rest: &str| read(&format!("{board} {rest}")).unwrap().sfen();
    assert_eq!(ok("b -"), format!("{board} b - 1"));
    assert_eq!(ok("w p2PGP17pr 0"), format!("{board} w G3Pr18p 1"));
    assert_eq!(ok(" b\t10P -7\r\n"), format!("{board} b 10P 1"));
    assert_eq!(read(&format!("{board} b - 12")).unwrap().ply(), 11);
    for bad in ["x - 1", "b", "b K 1", "b 2 1", "b - one", "b - 1 2", "b +P 1"] {
        assert!(read(&format!("{board} {bad}")).is_err(), "{bad}");
    }
    for rank in ["8", "91", "9k", "+k8", "+8", "4+", "8+", "x8", "kk7", "9/9"] {
        assert!(read(&format!("{rank}/9/9/9/9/9/9/9/9 b - 1")).is_err(), "{rank}");
    }
}

#[test]
fn moves_are_read_and_written() {
    for text in ["7g7f", "2b3c+", "P*5e", "9i1a"] {
        assert_eq!(mv(text).to_string(), text);
    }
    for text in ["", "7g7", "7g7j", "0a1a", "K*5e", "p*5e", "P*5e+", "7g7f=", "7g7f++", "5e歩"] {
        assert!(text.parse::<Move>().is_err(), "{text}");
    }
}

#[test]
fn perft_of_the_start_positions() {
    for (variant, set, counts) in [
        (Variant::Annan, "lishogi", [28, 784, 22726]),
        (Variant::Annan, "mihara", [28, 784, 21718]),
        (Variant::Annboku, "wfp", [26, 676, 16640]),
        (Variant::Shogi, "standard", [30, 900, 25470]),
    ] {
        let start = pos(start_sfen(variant), rules(variant, set));
        let found = [1, 2, 3].map(|depth| start.perft(depth));
        assert_eq!(found, counts, "{variant} {set}");
    }
}
