// Draws the wheels of an odometer among the text around them, for kinetype-draw.js.

import { add, ahead, apart, leave, places, resize, sized, SOON, spaced, span, timed } from './kinetype-glide.js';

// The height of a digit, which is the way from one to the next, and how its wheel fades above and below.
const PITCH = 1.15;
const WHOLE = '0.4em';
export const FADE = 'var(--kinetype-mask,0.25em)';

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

export const isBidirectional = (columns) => columns?.some(({ text }) => RIGHT_TO_LEFT.test(text)) ?? false;

const isWheel = ({ text, next }) => next != null || /^\p{Nd}$/u.test(text);

// Numbers are boxes that read from left to right; what stands between them stays text, which wraps and joins.
export function drawColumns(box, frame, run) {
  const { columns } = frame;
  const groups = withThoseToCome(comingAndGoing(frame, run) ?? oneAfterAnother(frame, run), frame, run);
  const nodes = elements(box, groups, run);
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
function comingAndGoing(frame, run) {
  const { time, progress } = frame;
  const timings = ['transformTiming', 'opacityTiming'].map((name) => timed(run, name));
  if (!run.player || !timings.some(Boolean)) return null;
  // It may wait first, and run again.
  const pass = run.animation.duration / (run.query?.get('speed') ?? 1);
  const elapsed = pass - ((run.player.frames.at(-1).time - time) % pass);
  const own = Math.min(Math.max(progress, 0), 1);
  const shares = timings.map((timing) => (timing ? eased(timing, 1000 * elapsed) : own));
  // How many columns each number has at both ends.
  const [first, last] = [0, -1].map((index) => groupsOf(run.player.frames.at(index))
    .flatMap(({ isNumber, columns }) => (isNumber ? columns.length : [])));
  return groupsOf(frame).map((group) => {
    if (!group.isNumber) return group;
    const growth = last.shift() - first.shift();
    const way = (share) => (growth > 0 ? share : 1 - share);
    const [room, opacity] = shares.map(way);
    const isAlong = (one) => growth && Math.abs(one.opacity - way(own)) < 0.001;
    const columns = group.columns.flatMap((one) => (!isAlong(one) ? one : room > 0 ? { ...one, opacity, room } : []));
    return { ...group, columns };
  });
}

// Seconds by which a wheel follows the one on its right, where each turns by itself and nobody has said how.
const LAG = 0.03;

// The wheels of each number, from the right: one is where it would be so much earlier, and the last ends with the number.
function oneAfterAnother(frame, run) {
  const groups = groupsOf(frame);
  const { frames } = run.player ?? {};
  if (frames?.[frame.index] !== frame || !(run.isApart ??= mayFollow(frames, run)) || frame.columns.length !== frames[1].columns.length) return groups;
  const end = frames.at(-1).time;
  return groups.map((group, place) => {
    const [from, to] = [frames[0], frames.at(-1)].map((one) => groupsOf(one)[place]?.columns.map(({ text }) => text).join(''));
    // Those that come or go do so together: none is read without what stands before it.
    const isApart = (column) => isWheel(column) && !(column.opacity < 1);
    const count = group.columns.filter(isApart).length;
    if (!group.isNumber || !turnsFar(from, to)) return group;
    const lag = Math.min(LAG, end / (3 * count));
    let rank = count;
    const columns = group.columns.map((column, index) => {
      if (isApart(column)) rank -= 1;
      return at(((frame.time - rank * lag) * end) / (end - (count - 1) * lag), frames, (one) => groupsOf(one)[place].columns[index]);
    });
    return { ...group, columns };
  });
}

// Where nobody has said how wheels turn, and none comes or goes beyond the ends.
const mayFollow = (frames, { query, animation }) => query?.get('columnMode') === 'auto' && !query.has('direction') && frames.length > 3
  && frames.at(-1).time - animation.duration < 0.02
  && frames.slice(1, -1).every(({ columns, progress }) => columns?.length === frames[1].columns?.length && progress >= 0 && progress <= 1);

// Whether the last wheel would turn round more than twice, so that each turns by itself.
const turnsFar = (from = '', to = '') => !/:/.test(to) && Math.abs(from.replace(/\D/g, '') - to.replace(/\D/g, '')) > 20;

// A column between two frames.
function at(time, frames, of) {
  const next = Math.min(Math.max(frames.findLastIndex((frame) => frame.time <= time) + 1, 2), frames.length - 2);
  const [from, to] = [frames[next - 1], frames[next]];
  const share = Math.min(Math.max((time - from.time) / (to.time - from.time), 0), 1);
  const [a, b] = [of(from), of(to)];
  const { offset = 0 } = a;
  const way = b.text === a.text ? 0 : b.text === a.next ? 1 : a.text === b.next ? -1 : NaN;
  const place = offset + share * (way + (b.offset ?? 0) - offset);
  const opacity = (a.opacity ?? 1) + share * ((b.opacity ?? 1) - (a.opacity ?? 1));
  if (Number.isNaN(place)) return share < 0.5 ? a : b;
  return { ...(place >= 0 && place < 1 ? a : b), offset: place - Math.floor(place), opacity };
}

// Wheels that come at once begin to do so before they count.
function withThoseToCome(groups, frame, { player, animation }) {
  const frames = player?.frames[frame.index] === frame ? player.frames.slice(frame.index, frame.index + 1 + Math.ceil(SOON * animation.fps)) : [];
  const soon = frames.findIndex(({ columns }) => columns?.length > frame.columns.length);
  if (soon < 0) return groups;
  const [first, then] = [soon, Math.min(soon + 2, frames.length - 1)].map((index) => groupsOf(frames[index]));
  return groups.map((group, place) => {
    // Others come with the turn of the wheel on their right.
    if (!group.isNumber || !first[place]?.isNumber || then[place]?.columns[0].opacity < 1) return group;
    const zeros = ahead(...[group, first[place]].map(({ columns }) => columns.map(({ text }) => text).join('')));
    return { ...group, columns: [...zeros.map((text) => ({ text, isEarly: true })), ...group.columns] };
  });
}

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

const known = new WeakMap();

function groupsOf(frame) {
  if (!known.has(frame)) known.set(frame, grouped(frame.columns ?? []));
  return known.get(frame);
}

// The elements of the groups; numbers keep theirs.
function elements(box, groups, run) {
  const old = { true: [], false: [] };
  for (const child of box.children) old[child.isNumber].push(child);
  const nodes = groups.map(({ isNumber, columns }, index) => {
    const one = old[isNumber].shift() ?? span({ isNumber, cells: [] });
    if (isNumber) {
      one.part = 'number';
      one.style.cssText = 'display:inline-block;white-space:nowrap;direction:ltr;unicode-bidi:isolate';
    } else {
      one.part = index === 0 ? 'prefix' : 'unit';
      const { opacity: room = 1 } = columns[0];
      put(one, columns.map(({ text }) => text).join(''), `white-space:inherit${room < 1 ? sized(room, run) : ''}`);
    }
    return one;
  });
  const isSame = nodes.length === box.children.length && nodes.every((node, index) => node === box.children[index]);
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
  const probe = add(box, pieces.join(''), 'position:absolute;visibility:hidden;white-space:pre');
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

// Columns of a number that stay keep their elements.
function drawNumber(box, columns, run) {
  const { cells } = box;
  const isFirst = cells.length === 0;
  const from = places(...[cells.map(({ column }) => column), columns].map((list) => list.map(({ text }) => text)));
  cells.forEach((one, index) => {
    if (from.includes(index)) return;
    // What goes turns no more.
    drawColumn(one, { ...one.column, offset: 0 }, run);
    leave(one, one.column.text, run);
  });
  box.cells = columns.reduceRight((list, column, index) => [cells[from[index]] ?? cell(box, column, list[0]), ...list], []);
  columns.forEach((column, index) => drawColumn(box.cells[index], column, run, isFirst));
}

function cell(box, column, next = null) {
  const one = span({ part: isWheel(column) ? 'digit' : 'symbol' });
  one.append(span());
  return box.insertBefore(one, next);
}

// A digit moves up by `offset` of its height, and the next one follows from below; both fade at the edges.
function drawColumn(one, column, run, isFirst) {
  one.isEarly ||= column.isEarly;
  const { text, next = '', offset = 0, opacity = 1, room = one.isEarly ? 1 : opacity } = one.column = column;
  const { look: { widths }, figures } = run;
  const isTurning = offset > 0 && next !== '';
  const mix = (of) => of(text) + (isTurning ? offset * (of(next) - of(text)) : 0);
  const lack = figures ? mix((digit) => figures.get(digit) ?? 0) : 0;
  if (isFirst) one.room = room;
  resize(one, room, run);
  // What gets smaller need not fade, unless the page says so.
  const seen = column.room === undefined ? 1 : opacity;
  const width = mix((digit) => widths.get(digit));
  const style = look(lack, isTurning) + (seen < 1 ? `;opacity:${seen}` : '');
  // In ems, as its width: it may get another size before it is measured again.
  set(one, style + (room < 1 || one.growing > 0 ? sized(room, run) : spaced(run)));
  const [top, bottom] = one.children;
  // Safari takes the ems of what grows for those of its full size, but not within.
  const place = `grid-area:1/1;display:grid;justify-content:center;${width >= 0 ? `width:${width}em;` : ''}`;
  put(top, text, `${place}${isTurning ? `transform:translateY(${-PITCH * offset}em)` : ''}`);
  if (isTurning) {
    put(bottom ?? one.appendChild(span()), next,
      `${place}transform:translateY(${PITCH * (1 - offset)}em)`);
  } else bottom?.remove();
}

// What turns is not seen beyond its ends.
function look(lack, isTurning) {
  return 'display:inline-grid;box-sizing:content-box;white-space:pre;'
    + (isTurning ? `color:var(--kinetype-changed,inherit);padding:calc${OUTER} ${SIDE};margin:calc(-1*${OUTER}) calc(${apart(lack)} - ${SIDE});mask:${ENDS}`
      : `margin:0 ${apart(lack)}`);
}

// A little room for what of a digit stands beside its width. Safari takes ems in what has a variable for those of the size
// that grows, and others for those of its full size.
const SIDE = 'var(--kinetype-side,0.15em)';

const OUTER = `(${WHOLE} + ${FADE})`;
const ENDS = `linear-gradient(#0000 calc(50% - ${OUTER}),#000 calc(50% - ${WHOLE}),#000 calc(50% + ${WHOLE}),#0000 calc(50% + ${OUTER}))`;

function put(span, text, style) {
  if (span.textContent !== text) span.textContent = text;
  set(span, style);
}

// Styles are parsed only where they change.
function set(span, style) {
  if (span.lastStyle !== style) Object.assign(span, { lastStyle: style }).style.cssText = style;
}
