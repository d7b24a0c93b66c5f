// The moving parts of kinetype.js: labels, glyphs and columns in place of a text.

export function draw(element, frame, run) {
  const drawParts = frame.columns ? drawColumns : frame.glyphs ? drawGlyphs : drawLabels;
  drawParts(stage(element, run, drawParts), frame, run);
}

// Holds the parts of a frame; what another run has left there, or has drawn otherwise, is of no use.
function stage(element, run, drawParts) {
  const box = element.firstChild;
  if (box?.run === run && box.drawParts === drawParts) return box;
  element.textContent = '';
  return Object.assign(part(element, 0), { run, drawParts });
}

function part(box, index, style = '', text) {
  const span = box.children[index] ?? box.appendChild(document.createElement('span'));
  if (text != null) span.textContent = text;
  span.style.cssText = 'display:inline-block;white-space:pre;' + style;
  return span;
}

const trim = (box, count) => { while (box.children[count]) box.lastChild.remove(); };

const look = ({ opacity = 1, scale = 1, rotation = 0 }, place) =>
  `opacity:${opacity};transform:translate(${place}) rotate(${rotation}deg) scale(${scale});`;

function drawLabels(box, { labels: { exit, enter } }) {
  box.style.display = 'inline-grid';
  [enter, exit].forEach((label, index) => {
    const { offsetX: x = 0, offsetY: y = 0, text = '' } = label ??= {};
    part(box, index, 'grid-area:1/1;' + look(label, `${x}lh,${100 * y}%`), text);
    if (x || y) box.style.overflow = 'clip';
  });
}

// Cells become pixels by the characters' places in the two texts.
function drawGlyphs(box, { glyphs, progress }, run) {
  const [from, to] = run.edges ??= ['from', 'to'].map((name) => edges(box, run.query.get(name) ?? ''));
  const ratio = Math.min(Math.max(progress, 0), 1);
  const mix = (a, b) => (a ?? b) + ratio * ((b ?? a) - (a ?? b));
  box.style.cssText = `display:inline-block;position:relative;width:${mix(from.at(-1), to.at(-1))}px`;
  part(box, 0, '', '\u200b'); // a baseline
  glyphs.forEach((glyph, index) => {
    const place = `${mix(pixels(glyph.x, from), pixels(glyph.x, to))}px,${glyph.y ?? 0}lh`;
    part(box, index + 1, 'position:absolute;left:0;transform-origin:50% 100%;' + look(glyph, place), glyph.text);
  });
  trim(box, glyphs.length + 1);
}

function pixels(x, edges) {
  const left = edges[Math.floor(x)];
  const right = edges[Math.ceil(x)];
  return right && left + (x % 1) * (right - left);
}

function edges(box, text) {
  const probe = part(box, box.children.length, 'position:absolute;visibility:hidden', text);
  const range = new Range();
  range.selectNodeContents(probe);
  const ends = Array.from(new Intl.Segmenter().segment(text), ({ index, segment }) => {
    range.setEnd(probe.firstChild, index + segment.length);
    return range.getBoundingClientRect().width;
  });
  probe.remove();
  return [0, ...ends];
}

// The character has rolled away by `offset`, the next follows from below.
function drawColumns(box, { columns }) {
  columns.forEach(({ text, next = '', offset = 0, opacity = 1 }, index) => {
    const wheel = part(box, index, `position:relative;overflow:clip;opacity:${opacity}`);
    part(wheel, 0, look({}, `0,${-100 * offset}%`), text);
    part(wheel, 1, 'position:absolute;left:0;' + look({}, `0,${100 - 100 * offset}%`), next);
  });
  trim(box, columns.length);
}
