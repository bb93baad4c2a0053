//! How a match stands.

use std::collections::BTreeMap;

use super::record::GameRecord;
use super::stats::{Decision, Sprt, Tally};
use nanboku_records::{EndReason, GameResult};

/// Two players who meet, and their results from the first one's point of view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Number of the first player.
    pub first: usize,
    /// Number of the second player.
    pub second: usize,
    /// The first one's results.
    pub tally: Tally,
}

/// A pair of games as far as it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pair {
    Half(u64),
    Whole(u64),
    /// One game did not count.
    HalfVoid,
    Void,
}

/// The results of a match so far.
#[derive(Clone, Debug)]
pub struct Standings {
    /// Every two players.
    pub pairings: Vec<Pairing>,
    /// Number of games by how they ended.
    pub reasons: BTreeMap<EndReason, u64>,
    /// Number of games lost by a fault, by player and reason.
    pub faults: BTreeMap<(usize, EndReason), u64>,
    /// Number of games won by Black and by White.
    pub by_color: [u64; 2],
    /// Moves in all games.
    pub plies: u64,
    /// Number of games that do not count.
    pub void: u64,
    pairs: BTreeMap<usize, Pair>,
    sprt: Option<Sprt>,
    /// The pairs up to the first one that is not complete, and their number: what the sequential test looks at, so that it
    /// ends at the same game however many games are played at a time.
    tested: Tally,
    tested_pairs: usize,
    decision: Decision,
}

impl Standings {
    /// A match of so many players that has not begun.
    pub fn new(players: usize, sprt: Option<Sprt>) -> Self {
        let pairings = (0..players)
            .flat_map(|first| (first + 1..players).map(move |second| (first, second)))
            .map(|(first, second)| Pairing { first, second, tally: Tally::default() })
            .collect();
        Self {
            pairings,
            reasons: BTreeMap::new(),
            faults: BTreeMap::new(),
            by_color: [0; 2],
            plies: 0,
            void: 0,
            pairs: BTreeMap::new(),
            sprt,
            tested: Tally::default(),
            tested_pairs: 0,
            decision: Decision::Continue,
        }
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        self.reasons.values().sum()
    }

    /// Takes a game in.
    pub fn add(&mut self, game: &GameRecord) {
        *self.reasons.entry(game.reason).or_default() += 1;
        if let Some(player) = game.fault {
            *self.faults.entry((player, game.reason)).or_default() += 1;
        }
        self.plies += game.moves.len() as u64;
        match game.result {
            GameResult::Black => self.by_color[0] += 1,
            GameResult::White => self.by_color[1] += 1,
            GameResult::Draw => {}
            GameResult::Void => self.void += 1,
        }
        let first = game.black.min(game.white);
        let second = game.black.max(game.white);
        let Some(pairing) = self.pairings.iter_mut().find(|pairing| (pairing.first, pairing.second) == (first, second))
        else {
            return;
        };
        let points = match game.result {
            GameResult::Void => None,
            GameResult::Draw => Some(1),
            GameResult::Black => Some(if game.black == first { 2 } else { 0 }),
            GameResult::White => Some(if game.white == first { 2 } else { 0 }),
        };
        if let Some(points) = points {
            pairing.tally.add_game(points);
        }
        let number = game.number / 2;
        let pair = match (self.pairs.get(&number), points) {
            (None, Some(points)) => Pair::Half(points),
            (None, None) => Pair::HalfVoid,
            (Some(Pair::Half(before)), Some(points)) => {
                pairing.tally.add_pair(before + points);
                Pair::Whole(before + points)
            }
            (Some(_), _) => Pair::Void,
        };
        self.pairs.insert(number, pair);
        self.test();
    }

    fn test(&mut self) {
        let Some(sprt) = self.sprt else { return };
        while self.decision == Decision::Continue {
            match self.pairs.get(&self.tested_pairs) {
                Some(&Pair::Whole(points)) => self.tested.add_pair(points),
                Some(Pair::Void) => {}
                Some(Pair::Half(_) | Pair::HalfVoid) | None => return,
            }
            self.tested_pairs += 1;
            self.decision = sprt.decide(&self.tested);
        }
    }

    /// What the sequential test says; to go on if there is none.
    pub fn decision(&self) -> Decision {
        self.decision
    }

    /// The sequential test, its log-likelihood ratio, and the number of pairs that it has looked at.
    pub fn test_state(&self) -> Option<(Sprt, f64, usize)> {
        self.sprt.map(|sprt| (sprt, sprt.ratio(&self.tested), self.tested_pairs))
    }

    /// A player's results against everybody.
    pub fn of_player(&self, player: usize) -> Tally {
        let mut sum = Tally::default();
        for pairing in &self.pairings {
            if pairing.first == player {
                sum.add(&pairing.tally);
            } else if pairing.second == player {
                sum.add(&pairing.tally.reversed());
            }
        }
        sum
    }

    /// Mean length of a game in moves.
    pub fn mean_length(&self) -> f64 {
        self.plies as f64 / self.games().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: usize, result: GameResult) -> GameRecord {
        let (black, white) = if number.is_multiple_of(2) { (0, 1) } else { (1, 0) };
        GameRecord {
            number,
            black,
            white,
            opening: String::new(),
            seed: 0,
            result,
            reason: EndReason::Checkmate,
            fault: None,
            detail: String::new(),
            ms: 0,
            moves: Vec::new(),
        }
    }

    #[test]
    fn pairs_are_put_together_in_any_order() {
        let mut standings = Standings::new(2, None);
        for (number, result) in [
            (3, GameResult::White),
            (0, GameResult::Black),
            (2, GameResult::Draw),
            (4, GameResult::Void),
            (1, GameResult::Black),
            (5, GameResult::Black),
        ] {
            standings.add(&game(number, result));
        }
        let tally = standings.pairings[0].tally;
        assert_eq!((tally.wins, tally.draws, tally.losses), (2, 1, 2));
        assert_eq!(tally.pairs, [0, 0, 1, 1, 0]);
        assert_eq!((standings.void, standings.games()), (1, 6));
    }

    #[test]
    fn the_test_looks_at_pairs_in_order() {
        let sprt = Sprt { elo0: 0.0, elo1: 200.0, alpha: 0.05, beta: 0.05 };
        let mut standings = Standings::new(2, Some(sprt));
        for number in 2..60 {
            let result = if number % 2 == 0 { GameResult::Black } else { GameResult::White };
            standings.add(&game(number, result));
        }
        assert_eq!(standings.decision(), Decision::Continue);
        standings.add(&game(0, GameResult::Black));
        standings.add(&game(1, GameResult::White));
        assert_eq!(standings.decision(), Decision::AcceptAlternative);
        assert!(standings.test_state().unwrap().2 < 30);
    }

    #[test]
    fn everybody_meets_everybody() {
        let standings = Standings::new(4, None);
        assert_eq!(standings.pairings.len(), 6);
    }
}
