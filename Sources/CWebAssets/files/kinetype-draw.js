// Draws labels, glyphs and columns in place of a text, for kinetype.js.

export function draw(element, frame, run) {
  const drawParts = frame.columns ? drawColumns : frame.glyphs ? drawGlyphs : drawLabels;
  // Characters are drawn on one line; a text that wraps is shown as text.
  if (drawParts !== drawLabels && measure(element, run).wraps) element.textContent = frame.text;
  else drawParts(stage(element, run, drawParts), frame, run);
}

// Measures again each second: windows and styles change, fonts load late, and hidden elements have no size.
function measure(element, run) {
  const now = performance.now();
  if (now < run.measured + 1000) return run;
  return Object.assign(run, { measured: now, wraps: wraps(element, run), edges: null, places: null });
}

function wraps(element, { animation }) {
  const { prefix = '', suffix = '' } = animation;
  const range = new Range();
  return ['from', 'to'].some((name) => {
    element.textContent = prefix + animation[name] + suffix;
    range.selectNodeContents(element);
    return new Set(Array.from(range.getClientRects(), ({ bottom }) => Math.round(bottom))).size > 1;
  });
}

// The element that holds the parts of a frame; a new one for a new run or another way of drawing.
function stage(element, run, drawParts) {
  const box = element.firstElementChild;
  if (box?.run === run && box.drawParts === drawParts) return box;
  // What stands around the text does not move.
  const { prefix = '', suffix = '' } = run.animation;
  element.textContent = prefix;
  const stage = Object.assign(part(element, 0), { run, drawParts });
  element.append(suffix);
  return stage;
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
  box.style.whiteSpace = 'inherit';
  [enter, exit].forEach((label, index) => {
    const { offsetX: x = 0, offsetY: y = 0, text = '' } = label ??= {};
    part(box, index, 'grid-area:1/1;white-space:inherit;' + look(label, `${x}lh,${100 * y}%`), text);
    if (x || y) box.style.overflow = 'clip';
  });
}

// Turns character cells into pixels by where the characters stand in the two texts.
function drawGlyphs(box, { glyphs, progress }, run) {
  const [from, to] = run.edges ??= ['from', 'to'].map((name) => edges(box, characters(run.animation[name] ?? '')));
  const ratio = Math.min(Math.max(progress, 0), 1);
  const mix = (a, b) => (a ?? b) + ratio * ((b ?? a) - (a ?? b));
  box.style.cssText = `display:inline-block;position:relative;width:${mix(from.width, to.width)}px`;
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

const characters = (text) => Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

// The left edge of each piece of a text, of the place after the last (right to left in Hebrew), and the width.
function edges(box, pieces) {
  const probe = part(box, box.children.length, 'position:absolute;visibility:hidden', pieces.join(''));
  const { left, width } = probe.getBoundingClientRect();
  const range = new Range();
  let end = 0;
  const lefts = pieces.map((piece) => {
    range.setStart(probe.firstChild, end);
    range.setEnd(probe.firstChild, end += piece.length);
    return range.getBoundingClientRect().left - left;
  });
  probe.remove();
  return Object.assign([...lefts, lefts[0] > lefts.at(-1) ? 0 : width], { width });
}

// A digit moves up by `offset` of its height, and the next one follows from below.
function drawColumns(box, { columns }, run) {
  // Boxes would follow the direction of the page, but a number reads from left to right.
  if (run.places?.length !== columns.length + 1) {
    run.places = edges(box.parentNode, columns.map(({ text }) => text));
  }
  box.style.cssText = 'display:inline-flex;align-items:baseline;direction:ltr';
  columns.forEach(({ text, next = '', offset = 0, opacity = 1 }, index) => {
    const order = Math.round(run.places[index]);
    const wheel = part(box, index, `position:relative;overflow:clip;opacity:${opacity};order:${order}`);
    part(wheel, 0, look({}, `0,${-100 * offset}%`), text);
    part(wheel, 1, 'position:absolute;left:0;' + look({}, `0,${100 - 100 * offset}%`), next);
  });
  trim(box, columns.length);
}
