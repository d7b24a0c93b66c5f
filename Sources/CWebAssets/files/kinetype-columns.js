// Draws the wheels of an odometer among the text around them, for kinetype-draw.js.

import { pace, timed } from './kinetype-glide.js';

// The height of a digit, which is the way from one to the next, and how its wheel fades above and below.
const PITCH = 1.15;
const WHOLE = '0.4em';
const FADE = 'var(--kinetype-mask,0.25em)';

// The width that a column lacks which has come at once.
const ROOM = '--kinetype-room';
try {
  CSS.registerProperty({ name: ROOM, syntax: '<length>', inherits: false, initialValue: '0px' });
} catch {
  // A page may load this module twice.
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

export const isBidirectional = (columns) => columns?.some(({ text }) => RIGHT_TO_LEFT.test(text)) ?? false;

const isWheel = ({ text, next }) => next != null || /^\p{Nd}$/u.test(text);

// Numbers are boxes that read from left to right; what stands between them stays text, which wraps and joins.
export function drawColumns(box, frame, run) {
  const { columns } = frame;
  const groups = comingAndGoing(grouped(columns), frame, run);
  const nodes = elements(box, groups);
  // Beside Hebrew, boxes have to be told where the characters of the text stand.
  const isOrdered = isBidirectional(columns);
  // Beside a box a line may break, but not between a currency sign and its amount.
  const wraps = columns.some(({ text }) => /\s/u.test(text)) ? '' : 'white-space:nowrap';
  box.style.cssText = isOrdered ? 'display:inline-flex;align-items:baseline;direction:ltr' : wraps;
  if (isOrdered) order(box, nodes, groups, run);
  groups.forEach((group, index) => group.isNumber && drawNumber(nodes[index], group.columns, run));
}

// Wheels that come or go all along a run, as with `columnMode=digit`, do so as a script says: by the time of the frame, so
// that any can be sought.
function comingAndGoing(groups, { time, progress }, run) {
  const timings = ['transformTiming', 'opacityTiming'].map((name) => timed(run, name));
  if (!run.player || !timings.some(Boolean)) return groups;
  // It may wait first, and run again.
  const pass = run.animation.duration / (run.query?.get('speed') ?? 1);
  const elapsed = pass - ((run.player.frames.at(-1).time - time) % pass);
  const own = Math.min(Math.max(progress, 0), 1);
  const shares = timings.map((timing) => (timing ? eased(timing, 1000 * elapsed) : own));
  // How many columns each number has at both ends.
  const [first, last] = run.player.ends ??= [0, -1].map((index) => sizes(run.player.frames.at(index).columns));
  let number = -1;
  return groups.map((group) => {
    if (group.isNumber) number += 1;
    if (!group.isNumber || first[number] === last[number]) return group;
    const way = (share) => (last[number] > first[number] ? share : 1 - share);
    const [room, opacity] = shares.map(way);
    const isAlong = (column) => Math.abs(column.opacity - way(own)) < 0.001;
    const columns = group.columns.flatMap((one) => (!isAlong(one) ? one : room > 0 ? { ...one, opacity, room } : []));
    return { ...group, columns };
  });
}

const sizes = (columns) => grouped(columns ?? []).filter(({ isNumber }) => isNumber).map((group) => group.columns.length);

function eased(effect, time) {
  effect.updateTiming({ fill: 'both' });
  const animation = new Animation(effect);
  animation.currentTime = time;
  return effect.getComputedTiming().progress;
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
function drawNumber(box, columns, run) {
  const { cells } = box;
  const isFirst = cells.length === 0;
  const kept = Math.min(cells.length, columns.length);
  const isKeptLeft = cells.length > 0 && common(cells, columns, false) > common(cells, columns, true);
  const shift = isKeptLeft ? 0 : cells.length - kept;
  const skip = isKeptLeft ? 0 : columns.length - kept;
  const gone = cells.filter((_, index) => index < shift || index >= shift + kept);
  const stay = cells.slice(shift, shift + kept);
  box.cells = columns.map((column, index) => stay[index - skip] ?? cell(box, column, stay[0], index < skip));
  for (const one of gone) leave(one, run);
  columns.forEach((column, index) => drawColumn(box.cells[index], column, run, isFirst));
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

function leave(one, run) {
  const natural = one.width / (one.column.room ?? one.column.opacity ?? 1);
  const room = resize(one, 0, natural, run);
  if (!room) return one.remove();
  set(one, look(0, 0, natural));
  room.finished.then(() => one.remove(), () => {});
}

// A digit moves up by `offset` of its height, and the next one follows from below; both fade at the edges.
function drawColumn(one, column, run, isFirst) {
  const { text, next = '', offset = 0, opacity = 1, room = opacity } = one.column = column;
  const { widths } = run.look;
  const isTurning = offset > 0 && next !== '';
  const [here, there] = [widths.get(text), isTurning ? widths.get(next) : widths.get(text)];
  const natural = here === undefined || there === undefined ? null : here + offset * (there - here);
  const width = natural === null ? null : natural * room;
  if (isFirst || width === null || one.width === null) one.width = width;
  resize(one, width, natural, run);
  set(one, look(width, opacity, room < 1 || one.rooms > 0 ? natural - width : null, isTurning));
  const [top, bottom] = one.children;
  put(top, text, `grid-area:1/1;${isTurning ? `transform:translateY(${-PITCH * offset}em)` : ''}`);
  if (isTurning) {
    put(bottom ?? one.appendChild(document.createElement('span')), next,
      `grid-area:1/1;transform:translateY(${PITCH * (1 - offset)}em)`);
  } else bottom?.remove();
}

// Neither what lacks some of its width, nor what turns, is seen outside.
function look(width, opacity, lack, isTurning) {
  const masks = [lack !== null && sides(lack), isTurning && ENDS].filter(Boolean);
  return 'display:inline-grid;grid-template-columns:100%;justify-items:center;box-sizing:content-box;white-space:pre;'
    + `width:${width === null ? 'auto' : `calc(${width}px + var(${ROOM}))`};opacity:${opacity};`
    + (isTurning ? 'color:var(--kinetype-changed,inherit);' : '')
    + (masks.length > 0 ? `padding:0.5em ${SIDE};margin:-0.5em -${SIDE};mask:${masks};mask-composite:intersect` : '');
}

const SIDE = '0.15em';

// As soft as what is cut off on each side is wide.
function sides(lack) {
  const soft = `${SIDE} + clamp(0px,(${lack}px - var(${ROOM}))/2,min(0.1em,50% - ${SIDE}))`;
  return `linear-gradient(to right,#0000 ${SIDE},#000 calc(${soft}),#000 calc(100% - (${soft})),#0000 calc(100% - ${SIDE}))`;
}

const OUTER = `(${WHOLE} + ${FADE})`;
const ENDS = `linear-gradient(#0000 calc(50% - ${OUTER}),#000 calc(50% - ${WHOLE}),#000 calc(50% + ${WHOLE}),#0000 calc(50% + ${OUTER}))`;

// What comes or goes at once gets its room little by little, and what changes again meanwhile adds up.
function resize(one, width, natural, run) {
  const { width: before = 0, column: { opacity = 1 } } = one;
  one.width = width;
  if (Math.abs(width - before) < 0.34 * natural || width === null) return null;
  if (before === 0 || width === 0) one.animate({ opacity: [before && opacity, width && opacity] }, pace(run));
  const room = one.animate({ [ROOM]: [`${before - width}px`, '0px'] }, { ...pace(run), composite: 'add' });
  one.rooms = (one.rooms ?? 0) + 1;
  room.finished.then(() => { one.rooms -= 1; }, () => {});
  return room;
}

function put(span, text, style) {
  if (span.textContent !== text) span.textContent = text;
  set(span, style);
}

// Styles are parsed only where they change.
function set(span, style) {
  if (span.lastStyle !== style) Object.assign(span, { lastStyle: style }).style.cssText = style;
}
