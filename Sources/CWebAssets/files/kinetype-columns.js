// Draws the wheels of an odometer among the text around them, for kinetype-draw.js.

// The height of a digit, which is the way from one to the next, and how its wheel fades above and below.
const PITCH = 1.15;
const WHOLE = '0.4em';
const FADE = 'var(--kinetype-mask,0.25em)';

// How long a column takes to get its room where it comes or goes at once, and along which curve.
const ROOM = { duration: 350, easing: 'cubic-bezier(0.22,1,0.36,1)', composite: 'add' };

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

export const isBidirectional = (columns) => columns?.some(({ text }) => RIGHT_TO_LEFT.test(text)) ?? false;

const isWheel = ({ text, next }) => next != null || /^\p{Nd}$/u.test(text);

// Numbers are boxes that read from left to right; what stands between them stays text, which wraps and joins.
export function drawColumns(box, { columns }, run) {
  const groups = grouped(columns);
  const nodes = elements(box, groups);
  // Beside Hebrew, boxes have to be told where the characters of the text stand.
  const isOrdered = isBidirectional(columns);
  // Beside a box a line may break, but not between a currency sign and its amount.
  const wraps = columns.some(({ text }) => /\s/u.test(text)) ? '' : 'white-space:nowrap';
  box.style.cssText = isOrdered ? 'display:inline-flex;align-items:baseline;direction:ltr' : wraps;
  if (isOrdered) order(box, nodes, groups, run);
  groups.forEach((group, index) => group.isNumber && drawNumber(nodes[index], group.columns, run.look));
}

// Columns that belong together: wheels with what separates them, and texts that are equally visible.
function grouped(columns) {
  const groups = [];
  columns.forEach((column, index) => {
    const last = groups.at(-1);
    const next = columns[index + 1];
    const isBetween = last?.isNumber && next !== undefined && isWheel(next) && !/\p{L}/u.test(column.text);
    const isNumber = isWheel(column) || isBetween === true;
    const isAlike = last?.isNumber === isNumber && (isNumber || last.columns[0].opacity === column.opacity);
    if (isAlike) last.columns.push(column);
    else groups.push({ isNumber, columns: [column] });
  });
  return groups;
}

// The elements of the groups; numbers keep theirs.
function elements(box, groups) {
  const old = { true: [], false: [] };
  for (const child of box.children) old[child.isNumber].push(child);
  const nodes = groups.map(({ isNumber, columns }, index) => {
    const span = old[isNumber].shift() ?? Object.assign(document.createElement('span'), { isNumber, cells: [] });
    if (isNumber) {
      span.part = 'number';
      span.style.cssText = 'display:inline-block;white-space:nowrap;direction:ltr;unicode-bidi:isolate';
    } else {
      span.part = index === 0 ? 'prefix' : 'unit';
      put(span, columns.map(({ text }) => text).join(''), `opacity:${columns[0].opacity ?? 1};white-space:inherit`);
    }
    return span;
  });
  const isSame = nodes.length === box.children.length && nodes.every((one, index) => one === box.children[index]);
  if (!isSame) box.replaceChildren(...nodes);
  return nodes;
}

function order(box, nodes, groups, run) {
  const text = groups.map(({ columns }) => columns.map((column) => column.text).join(''));
  const places = run.look.places ??= new Map();
  const key = text.join('\0').replace(/\p{Nd}/gu, '0');
  if (!places.has(key)) places.set(key, lefts(box.parentNode, text));
  nodes.forEach((one, index) => {
    one.style.order = places.get(key)[index];
    if (!groups[index].isNumber) Object.assign(one.style, { whiteSpace: 'pre', unicodeBidi: 'plaintext' });
    one.lastStyle = null;
  });
}

// Where the pieces of a text begin on the screen, from left to right.
function lefts(box, pieces) {
  const probe = Object.assign(document.createElement('span'), { textContent: pieces.join('') });
  probe.style.cssText = 'position:absolute;visibility:hidden;white-space:pre';
  box.append(probe);
  const range = new Range();
  let end = 0;
  const edges = pieces.map((piece) => {
    range.setStart(probe.firstChild, end);
    range.setEnd(probe.firstChild, end += piece.length);
    return Math.round(range.getBoundingClientRect().left + range.getBoundingClientRect().width / 2);
  });
  probe.remove();
  return edges;
}

// A number may get more columns on its left or on its right: those that stay keep their elements.
function drawNumber(box, columns, { widths }) {
  const { cells } = box;
  const isFirst = cells.length === 0;
  const kept = Math.min(cells.length, columns.length);
  const isKeptLeft = cells.length > 0 && common(cells, columns, false) > common(cells, columns, true);
  const shift = isKeptLeft ? 0 : cells.length - kept;
  const skip = isKeptLeft ? 0 : columns.length - kept;
  const gone = cells.filter((_, index) => index < shift || index >= shift + kept);
  const stay = cells.slice(shift, shift + kept);
  box.cells = columns.map((column, index) => stay[index - skip] ?? cell(box, column, stay[0], index < skip));
  for (const one of gone) leave(one);
  columns.forEach((column, index) => drawColumn(box.cells[index], column, widths, isFirst));
}

// How many columns are of the same kind, from one end on.
function common(cells, columns, isFromEnd) {
  const kind = (text) => (/^\p{Nd}$/u.test(text) ? '0' : text);
  const [a, b] = [cells.map(({ column }) => kind(column.text)), columns.map(({ text }) => kind(text))];
  if (isFromEnd) for (const list of [a, b]) list.reverse();
  const end = a.findIndex((one, index) => one !== b[index]);
  return end < 0 ? a.length : end;
}

function cell(box, column, first, isBefore) {
  const span = document.createElement('span');
  span.append(document.createElement('span'));
  span.part = isWheel(column) ? 'digit' : 'symbol';
  box.insertBefore(span, isBefore ? first ?? null : null);
  return span;
}

function leave(one) {
  one.style.opacity = one.style.width = 0;
  const room = resize(one, 0, one.width);
  if (room) room.finished.then(() => one.remove(), () => {});
  else one.remove();
}

// A digit moves up by `offset` of its height, and the next one follows from below; both fade at the edges.
function drawColumn(one, column, widths, isFirst) {
  const { text, next = '', offset = 0, opacity = 1 } = one.column = column;
  const isTurning = offset > 0 && next !== '';
  const [here, there] = [widths.get(text), isTurning ? widths.get(next) : widths.get(text)];
  const natural = here === undefined || there === undefined ? null : here + offset * (there - here);
  const width = natural === null ? null : natural * opacity;
  if (isFirst || width === null || one.width === null) one.width = width;
  set(one, 'display:inline-grid;grid-template-columns:100%;justify-items:center;box-sizing:content-box;white-space:pre;'
    + `width:${width === null ? 'auto' : `${width}px`};opacity:${opacity};${isTurning ? TURNING : ''}`);
  resize(one, width, natural);
  const [top, bottom] = one.children;
  put(top, text, `grid-area:1/1;${isTurning ? `transform:translateY(${-PITCH * offset}em)` : ''}`);
  if (isTurning) {
    put(bottom ?? one.appendChild(document.createElement('span')), next,
      `grid-area:1/1;transform:translateY(${PITCH * (1 - offset)}em)`);
  } else bottom?.remove();
}

const OUTER = `(${WHOLE} + ${FADE})`;
const TURNING = 'padding:0.5em 0.15em;margin:-0.5em -0.15em;color:var(--kinetype-changed,inherit);mask:linear-gradient('
  + `#0000 calc(50% - ${OUTER}),#000 calc(50% - ${WHOLE}),#000 calc(50% + ${WHOLE}),#0000 calc(50% + ${OUTER}))`;

// What comes or goes at once gets its room little by little, and what changes again meanwhile adds up.
function resize(one, width, natural) {
  const { width: before = 0 } = one;
  one.width = width;
  if (Math.abs(width - before) < 0.34 * natural || width === null) return null;
  if (before === 0) one.animate({ opacity: [0, 1] }, { ...ROOM, composite: 'replace' });
  return one.animate({ marginRight: [`${before - width}px`, '0px'] }, ROOM);
}

function put(span, text, style) {
  if (span.textContent !== text) span.textContent = text;
  set(span, style);
}

// Styles are parsed only where they change.
function set(span, style) {
  if (span.lastStyle !== style) Object.assign(span, { lastStyle: style }).style.cssText = style;
}
