//! The table of options. What is not in here is not told to the other side, not accepted and not in `engine-options.md`.
//! Rows whose names begin with `Tuning_` exist with the feature `tuning` alone and are never in `engine-options.md`.

use super::options::{Options, Start};
use super::row::{Kind, Row};
use crate::rules::{DeadEnd, Impasse, MovedNifu, NamedSet, NifuCheck, PawnDropMate, Repetition, Variant};

/// `auto`, or the value.
fn auto<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(|| "auto".to_owned(), |value| value.to_string())
}

/// A combo of `auto` and these words.
const fn auto_or(values: &'static [&'static str]) -> Kind {
    Kind::Combo { auto: true, values, also: &[] }
}

/// What the names of options begin with that set parameters of the search.
#[cfg(feature = "tuning")]
pub const TUNING: &str = "Tuning_";

/// The lines that declare the parameters of the search.
#[cfg(feature = "tuning")]
pub fn tuning_lines() -> impl Iterator<Item = String> {
    crate::search::params::TABLE.iter().map(|parameter| {
        let (min, max) = (parameter.range.start(), parameter.range.end());
        format!("option name {TUNING}{} type spin default {} min {min} max {max}", parameter.name, parameter.default)
    })
}

/// The name of the option that chooses the variant, whose section in the document explains each.
pub const VARIANT: &str = "USI_Variant";

/// The option whose section in the document has a table of all levels.
pub const SKILL_LEVEL: &str = "Skill_Level";

/// What a player should know of the levels, before the table of them.
const LEVELS: &str = "Each level sees farther than the one below it and has fewer weaknesses, or has them less. They are those of \
    people, and change what the engine sees, never what it may play. A number outside the range is taken for the nearer end. \
    A level below 5 counts in analysis too.

- **Level 1** takes what it can take, or what it likes, and does not look at your answer. It mates when it sees a mate in one.
- **Level 2** also looks whether what it moves can be taken, but often misses that a piece of yours borrows a movement, and leaves \
  its other pieces hanging. Like level 1 it does not think of half of the drops, and under Tide it takes the direction of now for \
  that of the next moves.
- **Level 3** looks at your answers: it sees what you threaten, takes back what you take, and plays every mate in one. It still misreads \
  many borrowed movements.
- **Level 4** reads a ply more, where it can in its nodes, and misreads few. Like the lower levels it judges by counting pieces; mates in five or more it does not see.
- **Level 5** is the engine as it is.

Levels 1 to 4 use one thread, and level 1 answers within ten milliseconds. A piece is misread, or a kind of drop forgotten, \
for the length of one move. By *taste* a random amount comes to the score of each move, at most half of the figure up or down: \
it decides between good moves, the likelier the nearer they are. A level resigns (`ResignValue`) only if a reading without weaknesses \
agrees that it is lost.

The figures of each level are below; what they come to in games is told [above](#how-strong-the-levels-are).";

/// Every option, in the order in which they are told.
pub const TABLE: &[Row] = &[
    Row {
        name: "USI_Hash",
        aliases: &["Hash"],
        kind: Kind::Spin { default: 64, min: 1, max: 65_536 },
        set: |options, value| options.hash = value.number(),
        get: |options| options.hash.to_string(),
        summary: "memory for the table of searched positions, in MiB",
        advice: "Raise it for long analysis: a few hundred MiB for minutes, gigabytes for hours. The memory is taken at \
                 `isready`. If there is less, the engine takes what it can get and says so.",
        example: "1024",
    },
    Row {
        name: "Threads",
        aliases: &[],
        kind: Kind::Spin { default: 1, min: 1, max: 512 },
        set: |options, value| options.threads = value.number(),
        get: |options| options.threads.to_string(),
        summary: "number of threads that search",
        advice: "Set it to the number of processor cores that the engine may have. Games and analysis get stronger with \
                 every core; with 1 the engine does the same work every time. More than \
                 16 for each core are not taken.",
        example: "4",
    },
    Row {
        name: "USI_Ponder",
        aliases: &["Ponder"],
        kind: Kind::Check { default: false },
        set: |options, value| options.ponder = value.is_on(),
        get: |options| options.ponder.to_string(),
        summary: "the engine may think in the opponent's time",
        advice: "Your GUI sends the commands for thinking in the opponent's time when this is on. The engine then also \
                 plans a quarter more time for each own move, because it gets some of it back.",
        example: "true",
    },
    Row {
        name: "MultiPV",
        aliases: &["USI_MultiPV"],
        kind: Kind::Spin { default: 1, min: 1, max: 1024 },
        set: |options, value| options.multi_pv = value.number(),
        get: |options| options.multi_pv.to_string(),
        summary: "number of lines that are searched and shown",
        advice: "Raise it in analysis to see the second and third best moves too. Each line costs time: leave it at 1 in \
                 games. `USI_MultiPV` is accepted but not declared: a GUI sends every option that is declared, and the second of \
                 two names for one value would undo the first.",
        example: "3",
    },
    Row {
        name: VARIANT,
        aliases: &["UCI_Variant"],
        kind: Kind::Combo { auto: false, values: Variant::NAMES, also: Variant::ALIASES },
        set: |options, value| options.variant = value.chosen().unwrap_or_default(),
        get: |options| options.variant.to_string(),
        summary: "the game: how pieces move, and from which position it starts",
        advice: "Set it before the game; it acts from the next position on. The line `variant annan` does the same. \
                 `annanshogi` is another name of `annan`, `anhoku` of `annboku`, `standard` of `shogi`; Japanese names are \
                 accepted too. What a piece is never changes, only how it moves: captures, hands, promotion and doubled \
                 pawns go by the piece itself. A piece that lends its movement lends that of its own kind, promoted if it \
                 is, whatever it moves as itself. Only one of the games is played at a time; `Tide` belongs to the first \
                 two. All but `annan` start from the position of ordinary shogi.",
        example: "annboku",
    },
    Row {
        name: "Tide",
        aliases: &[],
        kind: Kind::Check { default: false },
        set: |options, value| options.tide = value.is_on(),
        get: |options| options.tide.to_string(),
        summary: "the Tide rule: the direction of borrowing flips every few plies",
        advice: "With it on, Annan becomes Annboku after `TidePeriod` plies (and Annboku Annan), and back again after as many. Ordinary shogi \
                 ignores it.",
        example: "true",
    },
    Row {
        name: "TidePeriod",
        aliases: &[],
        kind: Kind::Spin { default: 10, min: 1, max: 1000 },
        set: |options, value| options.tide_period = value.number(),
        get: |options| options.tide_period.to_string(),
        summary: "plies between two flips of the direction",
        advice: "10 is the period of the app that invented the rule. It counts only while `Tide` is on.",
        example: "10",
    },
    Row {
        name: "RuleSet",
        aliases: &[],
        kind: auto_or(NamedSet::NAMES),
        set: |options, value| options.rule_set = value.chosen(),
        get: |options| auto(options.rule_set),
        summary: "the rules on which servers and players differ, as a set",
        advice: "`auto` takes `lishogi` for Annan, `wfp` for Annboku, `standard` for shogi and `app` with Tide. Choose the \
                 set of the place where you play: \
                 `lishogi` (the server), `app` (the app that invented Tide), `mihara` (the rules summary of the player \
                 Mihara), `shogitter` (the server), `wfp` (the problem magazine Web Fairy Paradise), `standard` \
                 (ordinary shogi).",
        example: "mihara",
    },
    Row {
        name: "Rule_MovedNifu",
        aliases: &[],
        kind: auto_or(MovedNifu::NAMES),
        set: |options, value| options.moved_nifu = value.chosen(),
        get: |options| auto(options.moved_nifu),
        summary: "may an unpromoted pawn move to a file that holds another own one? (a drop never may)",
        advice: "`auto` is what the rule set says: allowed in `lishogi` and `app`, forbidden in the others.",
        example: "forbidden",
    },
    Row {
        name: "Rule_NifuCheck",
        aliases: &[],
        kind: auto_or(NifuCheck::NAMES),
        set: |options, value| options.nifu_check = value.chosen(),
        get: |options| auto(options.nifu_check),
        summary: "does a pawn attack a king whose capture would give it a second pawn on that file?",
        advice: "`auto` is what the rule set says: invalid in `mihara`, valid in the others. It has no effect where moved \
                 nifu is allowed.",
        example: "invalid",
    },
    Row {
        name: "Rule_DeadEnd",
        aliases: &[],
        kind: auto_or(DeadEnd::NAMES),
        set: |options, value| options.dead_end = value.chosen(),
        get: |options| auto(options.dead_end),
        summary: "may a pawn, lance or knight stand unpromoted where it could not move by itself?",
        advice: "`auto` is what the rule set says: allowed in `lishogi`, `app` and `mihara`, and in `wfp` for Annan.",
        example: "forbidden",
    },
    Row {
        name: "Rule_PawnDropMate",
        aliases: &[],
        kind: auto_or(PawnDropMate::NAMES),
        set: |options, value| options.pawn_drop_mate = value.chosen(),
        get: |options| auto(options.pawn_drop_mate),
        summary: "which pawn drops are forbidden because they mate",
        advice: "`strict`: every pawn drop after which the opponent is in check without a legal move. `front`, in \
                 `lishogi` only: a drop right in front of the king after which the opponent has no legal move.",
        example: "strict",
    },
    Row {
        name: "Rule_Repetition",
        aliases: &[],
        kind: auto_or(Repetition::NAMES),
        set: |options, value| options.repetition = value.chosen(),
        get: |options| auto(options.repetition),
        summary: "does the fourth occurrence of a position end the game?",
        advice: "`fourfold`: it is a draw, or lost for the side that gave check all the while. `none`, in `app` and \
                 `wfp`: never; the engine still takes going in circles for equal.",
        example: "none",
    },
    Row {
        name: "Rule_Impasse",
        aliases: &[],
        kind: auto_or(Impasse::NAMES),
        set: |options, value| options.impasse = value.chosen(),
        get: |options| auto(options.impasse),
        summary: "does a king in the enemy camp win by points?",
        advice: "`points27`, in `lishogi` and `standard`: it wins with at least ten other pieces there and 28 points \
                 (White: 27). `none` in the others. The engine plays for it but never declares a win by itself.",
        example: "points27",
    },
    Row {
        name: "StartPosition",
        aliases: &[],
        kind: auto_or(Start::NAMES),
        set: |options, value| options.start = value.chosen(),
        get: |options| {
            auto(options.start.map(|start| match start {
                Start::Advanced => Start::NAMES[0],
                Start::Standard => Start::NAMES[1],
            }))
        },
        summary: "the position that `startpos` stands for",
        advice: "`auto` is the variant's own. `advanced` is the start of Annan shogi, with the pawns before bishop and rook \
                 one rank further on. Set `standard` to play Annan with a GUI that only knows the ordinary start.",
        example: "standard",
    },
    Row {
        name: SKILL_LEVEL,
        aliases: &["SkillLevel", "USI_SkillLevel"],
        kind: Kind::Level { default: 5, min: 1, max: 5 },
        set: |options, value| options.skill_level = value.number(),
        get: |options| options.skill_level.to_string(),
        summary: "how well the engine plays, from 1 (for beginners) to 5 (as well as it can)",
        advice: LEVELS,
        example: "2",
    },
    Row {
        name: "Skill_Seed",
        aliases: &["SkillSeed"],
        kind: Kind::Spin { default: 0, min: 0, max: 2_147_483_647 },
        set: |options, value| options.skill_seed = value.number(),
        get: |options| options.skill_seed.to_string(),
        summary: "decides where a level below 5 goes wrong; 0: chance, anew for each game",
        advice: "With 0 chance is drawn anew with each `usinewgame` and each start of the program. Any other number makes games repeatable: against the same moves the same level \
                 with the same number plays the same game, unless its time runs out before it has read to its end. Level 5 does not look at it.",
        example: "1",
    },
    Row {
        name: "ResignValue",
        aliases: &[],
        kind: Kind::Spin { default: 99_999, min: 0, max: 99_999 },
        set: |options, value| options.resign_value = value.number(),
        get: |options| options.resign_value.to_string(),
        summary: "the engine resigns when its score is below minus this, in centipawns; 99999: never",
        advice: "3000 spares you the end of games that are long decided. A mate that the engine sees against itself counts \
                 as below.",
        example: "3000",
    },
    Row {
        name: "MaxMovesToDraw",
        aliases: &[],
        kind: Kind::Spin { default: 0, min: 0, max: 100_000 },
        set: |options, value| options.max_moves = value.number(),
        get: |options| options.max_moves.to_string(),
        summary: "the ply at which the game is drawn; 0: none",
        advice: "Set it where a tournament has such a rule, so that the engine knows when a draw is near.",
        example: "320",
    },
    Row {
        name: "NetworkDelay",
        aliases: &[],
        kind: Kind::Spin { default: 120, min: 0, max: 10_000 },
        set: |options, value| options.network_delay = value.number(),
        get: |options| options.network_delay.to_string(),
        summary: "milliseconds held back from every planned time",
        advice: "Raise it when moves travel over a slow network; 0 is enough for games inside one machine.",
        example: "500",
    },
    Row {
        name: "NetworkDelay2",
        aliases: &[],
        kind: Kind::Spin { default: 300, min: 0, max: 10_000 },
        set: |options, value| options.network_delay2 = value.number(),
        get: |options| options.network_delay2.to_string(),
        summary: "milliseconds held back when the last second of the clock, or byoyomi, is used to its end",
        advice: "Raise it to 1000 or more when you lose on time on a server. Never more than half of what there is is \
                 held back.",
        example: "1000",
    },
    Row {
        name: "MinimumThinkingTime",
        aliases: &[],
        kind: Kind::Spin { default: 0, min: 0, max: 100_000 },
        set: |options, value| options.minimum_thinking_time = value.number(),
        get: |options| options.minimum_thinking_time.to_string(),
        summary: "the shortest time for a move when playing by the clock, in milliseconds",
        advice: "Raise it to 1000 or so if you dislike answers at once. Where the clock leaves less, it is less.",
        example: "1000",
    },
    Row {
        name: "SlowMover",
        aliases: &[],
        kind: Kind::Spin { default: 100, min: 1, max: 1000 },
        set: |options, value| options.slow_mover = value.number(),
        get: |options| options.slow_mover.to_string(),
        summary: "percent of the planned time that is used for a move",
        advice: "Below 100 the engine plays faster and keeps time for later, above 100 it thinks longer early in the game.",
        example: "80",
    },
    Row {
        name: "USI_AnalyseMode",
        aliases: &[],
        kind: Kind::Check { default: false },
        set: |options, value| options.analyse = value.is_on(),
        get: |options| options.analyse.to_string(),
        summary: "positions are analysed: the engine never resigns while it has a move",
        advice: "GUIs that know it set it by themselves, and some never take it back. So a `Skill_Level` below 5 still counts.",
        example: "true",
    },
    Row {
        name: "Debug_Log_File",
        aliases: &[],
        kind: Kind::File,
        set: |options, value| options.log_file = value.text().to_owned(),
        get: |options| if options.log_file.is_empty() { "<empty>".to_owned() } else { options.log_file.clone() },
        summary: "a file to which every line in both directions is written, with its time",
        advice: "For finding out what a GUI says. Lines to the engine begin with `>`, lines from it with `<`; times are UTC. \
                 The file is appended to. Spaces and any letters are allowed in the name; `<empty>` ends the log.",
        example: "C:\\games\\my log.txt",
    },
    Row {
        name: "Clear_Hash",
        aliases: &["ClearHash"],
        kind: Kind::Button,
        set: |options: &mut Options, _| options.clear_hash = true,
        get: |_| String::new(),
        summary: "forgets everything that was searched",
        advice: "For comparing searches with each other. A new game does it by itself.",
        example: "",
    },
    #[cfg(feature = "tuning")]
    Row {
        name: "Tuning_FreezeDirection",
        aliases: &[],
        kind: Kind::Check { default: false },
        set: |options, value| options.freeze_direction = value.is_on(),
        get: |options| options.freeze_direction.to_string(),
        summary: "the search takes the direction of the position for that of its whole tree, blind to the flips of Tide",
        advice: "Only for measuring what seeing the flips is worth. The moves of the position itself stay truly legal.",
        example: "true",
    },
];
