"""Writes src/glyphs.ts: the outlines of the characters on the pieces, as SVG paths.

    python3 glyphs/extract.py FONT.ttc [FACE]

The outlines are those of Noto Serif CJK JP Bold (SIL Open Font License 1.1, which lets documents and drawings made with the
font carry its outlines under any terms). Run once; the result is committed. Needs the package fonttools.
"""
import sys
from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTCollection

CHARACTERS = "歩香桂銀金角飛玉王馬龍と杏圭全"

faces = TTCollection(sys.argv[1]).fonts
font = next(face for face in faces if face["name"].getDebugName(1) == "Noto Serif CJK JP")
glyphs, names = font.getGlyphSet(), font.getBestCmap()
lines = []
for character in CHARACTERS:
    glyph = glyphs[names[ord(character)]]
    bounds = BoundsPen(glyphs)
    glyph.draw(bounds)
    left, bottom, right, top = bounds.bounds
    # Every character into a box of 100 by 100 around the middle of its outline, in whole units.
    scale = 100 / max(right - left, top - bottom)
    middle = ((left + right) / 2, (top + bottom) / 2)
    pen = SVGPathPen(glyphs, ntos=lambda value: str(round(value)))
    glyph.draw(TransformPen(pen, (scale, 0, 0, -scale, -scale * middle[0], scale * middle[1])))
    lines.append(f'  "{character}": "{pen.getCommands()}",')
text = "\n".join(lines)
Path(__file__).parent.joinpath("../src/glyphs.ts").resolve().write_text(f"""\
// Written by glyphs/extract.py. Outlines of Noto Serif CJK JP Bold; see LICENSES.md.

/** The characters on the pieces as SVG paths, each in a box of 100 by 100 around 0. */
export const GLYPHS: Record<string, string> = {{
{text}
}};
""")
