//! How players spent their clocks in recorded games, as numbers and as a picture.

use plotters::prelude::*;
use plotters::style::Color as _;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::clock::Clocks;
use super::plot::{FONT, GRID, INK, label};
use super::record::{GameRecord, Header};
use nanboku::types::{Color, PerColor};
use nanboku_records::Opening;

/// Width of the picture, and height of the panel for each time control, in pixels.
const WIDTH: u32 = 1000;
const PANEL: u32 = 300;

const GAME: RGBColor = RGBColor(70, 90, 130);
const MIDDLE: RGBColor = RGBColor(196, 48, 48);

/// The clocks of all games of a match.
#[derive(Clone, Debug, PartialEq)]
pub struct Timing {
    /// The time control, in words.
    pub limits: String,
    /// For each player of each game, what its clock showed before its moves, in seconds; and at the end of the game.
    pub clocks: Vec<Vec<f64>>,
    /// For each player of each game, what its moves took, in seconds.
    pub taken: Vec<Vec<f64>>,
    /// The least that was left of the time for a move, byoyomi included, in seconds.
    pub least_margin: f64,
}

impl Timing {
    /// Replays the clocks of the games.
    ///
    /// # Errors
    ///
    /// If the match was not played by the clock, or an opening cannot be played.
    pub fn of(header: &Header, games: &[GameRecord]) -> Result<Self, String> {
        let limits = &header.plan.limits;
        if !limits.iter().all(super::clock::Limit::has_clock) {
            return Err("the match was not played by the clock".to_owned());
        }
        let mut texts: Vec<String> = limits.iter().map(ToString::to_string).collect();
        texts.dedup();
        let mut timing =
            Self { limits: texts.join(" and "), clocks: Vec::new(), taken: Vec::new(), least_margin: f64::INFINITY };
        for game in games {
            let opening = game.opening.parse::<Opening>()?.game(&header.plan.ruling)?;
            let mut side = opening.position().side_to_move();
            let seconds = std::time::Duration::as_secs_f64;
            let limits = PerColor([limits[game.black].clone(), limits[game.white].clone()]);
            let mut clocks = Clocks::new(limits, std::time::Duration::ZERO);
            let mut left = PerColor([Color::Black, Color::White].map(|color| vec![seconds(&clocks.left(color))]));
            let mut taken = PerColor([Vec::new(), Vec::new()]);
            for played in &game.moves {
                let spent = std::time::Duration::from_millis(played.ms);
                if let Some(allowed) = clocks.allowed(side) {
                    timing.least_margin = timing.least_margin.min(allowed.as_secs_f64() - spent.as_secs_f64());
                }
                clocks.spend(side, spent);
                left[side].push(seconds(&clocks.left(side)));
                taken[side].push(seconds(&spent));
                side = !side;
            }
            timing.clocks.extend(left.0);
            timing.taken.extend(taken.0);
        }
        Ok(timing)
    }

    /// The middle of what the clocks showed before each move, as long as at least a quarter of the games go on.
    pub fn medians(&self) -> Vec<f64> {
        let least = self.clocks.len().div_ceil(4).max(1);
        let mut medians = Vec::new();
        loop {
            let mut left: Vec<f64> =
                self.clocks.iter().filter_map(|clocks| clocks.get(medians.len())).copied().collect();
            if left.len() < least {
                return medians;
            }
            left.sort_by(f64::total_cmp);
            medians.push(left[left.len() / 2]);
        }
    }
}

/// Draws a self-contained SVG with a panel for each match: the clock of every player in every game against the number of
/// its move, and the middle of them.
///
/// # Errors
///
/// If the drawing fails.
pub fn svg(timings: &[Timing]) -> Result<String, String> {
    let mut text = String::new();
    draw(&mut text, timings).map_err(|error| error.to_string())?;
    Ok(text)
}

fn draw(text: &mut String, timings: &[Timing]) -> Result<(), Box<dyn std::error::Error>> {
    let root = SVGBackend::with_string(text, (WIDTH, PANEL * timings.len().max(1) as u32)).into_drawing_area();
    root.fill(&WHITE)?;
    for (area, timing) in root.split_evenly((timings.len().max(1), 1)).iter().zip(timings) {
        let longest = timing.clocks.iter().map(Vec::len).max().unwrap_or(1).max(2) as f64;
        let highest = timing.clocks.iter().flatten().copied().fold(1e-3, f64::max);
        let top = Pos::new(HPos::Center, VPos::Top);
        area.draw(&Text::new(timing.limits.clone(), (WIDTH as i32 / 2, 8), label(15, INK, top)))?;
        let mut chart = ChartBuilder::on(area)
            .margin_top(30)
            .margin_right(30)
            .margin_left(10)
            .margin_bottom(6)
            .x_label_area_size(36)
            .y_label_area_size(60)
            .build_cartesian_2d(0.0..longest, 0.0..1.05 * highest)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(WHITE)
            .bold_line_style(GRID)
            .axis_style(INK)
            .label_style((FONT, 12).into_font().color(&INK))
            .x_desc("own move")
            .y_desc("clock, seconds")
            .y_labels(6)
            .x_label_formatter(&|x| format!("{x:.0}"))
            .draw()?;
        for clocks in &timing.clocks {
            let points = clocks.iter().enumerate().map(|(number, &left)| (number as f64, left));
            chart.draw_series(LineSeries::new(points, GAME.mix(0.3).stroke_width(1)))?;
        }
        let middle = timing.medians();
        let points = middle.iter().enumerate().map(|(number, &left)| (number as f64, left));
        chart.draw_series(LineSeries::new(points, MIDDLE.stroke_width(3)))?;
    }
    root.present()?;
    Ok(())
}
