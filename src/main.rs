//! scratch
use nanboku::{movegen::perft, position::Position, rules::*};
fn main() {
    for (v, s, d) in [
        (Variant::Annan, NamedSet::Lishogi, 5),
        (Variant::Annan, NamedSet::Mihara, 5),
        (Variant::Annboku, NamedSet::Wfp, 5),
        (Variant::Shogi, NamedSet::Standard, 5),
    ] {
        let r = Rules::new(v, Some(s));
        let p = Position::start(&r);
        for i in 1..=d {
            let t = std::time::Instant::now();
            let n = perft(&p, i);
            println!("{v} {s} {i} {n} {:.1}M/s", n as f64 / t.elapsed().as_secs_f64() / 1e6);
        }
    }
}
