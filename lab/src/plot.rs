//! The course of a game as a picture.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::analysis::Judged;

/// Width and height in pixels.
const SIZE: (u32, u32) = (1000, 460);
/// Scores beyond this are drawn at the edge, in centipawns.
const EDGE: f64 = 2000.0;
/// Losses from here up are marked, in centipawns.
pub const MARKED: i32 = 300;
/// At most so many marks have a name, those of the greatest losses.
const NAMED: usize = 10;

pub(super) const INK: RGBColor = RGBColor(40, 40, 46);
pub(super) const GRID: RGBColor = RGBColor(226, 226, 231);
const FOR_BLACK: RGBColor = RGBColor(70, 90, 130);
const FOR_WHITE: RGBColor = RGBColor(214, 158, 92);
const MARK: RGBColor = RGBColor(196, 48, 48);
pub(super) const FONT: &str = "sans-serif";

/// Draws a self-contained SVG: the score after every move from Black's point of view, with the moves that gave much away
/// marked and the worst of them named.
///
/// # Errors
///
/// If the drawing fails.
pub fn svg(title: &str, subtitle: &str, moves: &[Judged]) -> Result<String, String> {
    let mut text = String::new();
    draw(&mut text, title, subtitle, moves).map_err(|error| error.to_string())?;
    Ok(text)
}

/// Where a move stands on the drawing.
fn point(judged: &Judged) -> (f64, f64) {
    (judged.ply as f64, f64::from(judged.black_centipawns).clamp(-EDGE, EDGE))
}

/// The points, with one more wherever the line between two of them crosses zero.
fn with_crossings(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut all = Vec::new();
    for pair in points.windows(2) {
        let [(x0, y0), (x1, y1)] = [pair[0], pair[1]];
        all.push((x0, y0));
        if y0 * y1 < 0.0 {
            all.push((x0 + (x1 - x0) * y0 / (y0 - y1), 0.0));
        }
    }
    all.extend(points.last());
    all
}

/// The moves that get a mark, and whether it has a name.
fn marks(moves: &[Judged]) -> Vec<(&Judged, bool)> {
    let mut marked: Vec<&Judged> = moves.iter().filter(|judged| judged.loss >= MARKED).collect();
    marked.sort_by_key(|judged| (-judged.loss, judged.ply));
    marked.into_iter().enumerate().map(|(rank, judged)| (judged, rank < NAMED)).collect()
}

pub(super) fn label(size: i32, color: RGBColor, at: Pos) -> TextStyle<'static> {
    (FONT, size).into_font().color(&color).pos(at)
}

fn draw(text: &mut String, title: &str, subtitle: &str, moves: &[Judged]) -> Result<(), Box<dyn std::error::Error>> {
    let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let top = Pos::new(HPos::Center, VPos::Top);
    let middle = SIZE.0 as i32 / 2;
    root.draw(&Text::new(title.to_owned(), (middle, 12), label(20, INK, top)))?;
    root.draw(&Text::new(subtitle.to_owned(), (middle, 38), label(13, INK, top)))?;
    let last = moves.len().max(1) as f64;
    let mut chart = ChartBuilder::on(&root)
        .margin_top(60)
        .margin_right(30)
        .margin_bottom(10)
        .margin_left(10)
        .x_label_area_size(40)
        .y_label_area_size(70)
        .build_cartesian_2d(0.0..last, -1.15 * EDGE..1.15 * EDGE)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(WHITE)
        .bold_line_style(GRID)
        .axis_style(INK)
        .label_style((FONT, 13).into_font().color(&INK))
        .x_desc("move")
        .y_desc("score for Black, centipawns")
        .y_labels(9)
        .x_label_formatter(&|ply| format!("{ply:.0}"))
        .y_label_formatter(&|score| format!("{score:+.0}"))
        .draw()?;

    let start = moves.first().map(|first| (0.0, point(first).1));
    let points: Vec<(f64, f64)> = start.into_iter().chain(moves.iter().map(point)).collect();
    let whole = with_crossings(&points);
    let above = whole.iter().map(|&(x, y)| (x, y.max(0.0)));
    let below = whole.iter().map(|&(x, y)| (x, y.min(0.0)));
    chart.draw_series(AreaSeries::new(above, 0.0, FOR_BLACK.mix(0.35)))?;
    chart.draw_series(AreaSeries::new(below, 0.0, FOR_WHITE.mix(0.45)))?;
    chart.draw_series(LineSeries::new([(0.0, 0.0), (last, 0.0)], INK.stroke_width(1)))?;
    chart.draw_series(LineSeries::new(points.iter().copied(), INK.stroke_width(2)))?;

    for (judged, named) in marks(moves) {
        let at = point(judged);
        chart.draw_series([Circle::new(at, 4, MARK.filled())])?;
        if named {
            // The line comes to a mistake from above (Black's) or from below; beside it, where it came from, there is room.
            let (vertical, down) = if judged.side == "black" { (VPos::Top, 2) } else { (VPos::Bottom, -2) };
            let (horizontal, across) = if at.0 < 0.1 * last { (HPos::Left, 7) } else { (HPos::Right, -7) };
            let style = label(12, MARK, Pos::new(horizontal, vertical));
            let name = format!("{} {}", judged.ply, judged.played);
            chart.draw_series([EmptyElement::at(at) + Text::new(name, (across, down), style)])?;
        }
    }
    root.present()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_meet_on_the_zero_line() {
        let points = with_crossings(&[(0.0, 0.0), (1.0, 100.0), (2.0, -300.0), (3.0, -300.0)]);
        assert_eq!(points, [(0.0, 0.0), (1.0, 100.0), (1.25, 0.0), (2.0, -300.0), (3.0, -300.0)]);
        assert!(with_crossings(&[]).is_empty());
    }

    #[test]
    fn a_game_without_moves_is_drawn_too() {
        let text = svg("nobody – nobody", "", &[]).unwrap();
        assert!(text.starts_with("<svg") && text.trim_end().ends_with("</svg>"));
    }
}
