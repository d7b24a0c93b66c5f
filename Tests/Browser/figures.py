"""A font whose figures are equally wide only where that is asked for."""

import base64
import io

from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

WIDTHS = {".notdef": 600, **{f"digit{digit}": 300 if digit == 1 else 600 for digit in range(10)}, "digit1.tnum": 600}


def _box(width):
    pen = TTGlyphPen(None)
    pen.moveTo((width // 2 - 100, 0))
    for corner in [(width // 2 - 100, 700), (width // 2 + 100, 700), (width // 2 + 100, 0)]:
        pen.lineTo(corner)
    pen.closePath()
    return pen.glyph()


def _font():
    builder = FontBuilder(1000)
    builder.setupGlyphOrder(list(WIDTHS))
    builder.setupCharacterMap({ord(f"{digit}"): f"digit{digit}" for digit in range(10)})
    builder.setupGlyf({name: _box(width) for name, width in WIDTHS.items()})
    builder.setupHorizontalMetrics({name: (width, width // 2 - 100) for name, width in WIDTHS.items()})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Figures", "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200)
    builder.setupPost()
    addOpenTypeFeaturesFromString(builder.font, "feature tnum { sub digit1 by digit1.tnum; } tnum;")
    file = io.BytesIO()
    builder.font.save(file)
    return base64.b64encode(file.getvalue()).decode()


# Sets the page in it.
FIGURES = f"""
  const face = new FontFace('Figures', 'url(data:font/ttf;base64,{_font()})');
  document.fonts.add(face);
  document.body.style.fontFamily = 'Figures, serif';
  return face.load().then(() => true);
"""
