// Draws labels, glyphs, columns and typed texts in place of a text, for kinetype.js.

import { drawColumns, FADE, isBidirectional } from './kinetype-columns.js';
import { fonts, JOINING, span } from './kinetype-glide.js';
import { characters, measure, own } from './kinetype-measure.js';
import { hasParts } from './kinetype-play.js';

// How far beyond its line a text is seen whole.
const MARGIN = '0.1em';

export function draw(element, frame, run) {
  const drawParts = way(frame, run);
  if (drawParts) drawParts(stage(element, run, drawParts), frame, run);
  else element.textContent = frame.text;
}

const still = new WeakMap();

// A frame by itself. What is measured for one serves those that follow.
export function drawFrame(element, frame, animation) {
  // At rest it is plain text, which may be selected.
  if (!hasParts(frame, animation) || frame.index + 1 === animation.frameCount) return void (element.textContent = frame.text);
  if (still.get(element)?.animation !== animation) still.set(element, { element, animation });
  const run = still.get(element);
  measureAll([{ frame, run }]);
  draw(element, frame, run);
}

export const measureAll = (list) => measure(
  list.filter(({ frame, run }) => hasParts(frame, run.animation) && isUnmeasured(frame, run)));

// Measures again where a font was loaded or the window has another size, each second what is hidden and has no size, and
// where its text gets larger or smaller: some browsers set characters in whole pixels.
function isUnmeasured({ labels }, { look, element }) {
  const isKnown = (label) => !label || look.widths.has(label.text ?? '');
  return look?.fonts !== fonts || (look.isHidden && performance.now() > look.time + 1000)
    || getComputedStyle(element).fontSize !== look.size
    || (labels && !(isKnown(labels.exit) && isKnown(labels.enter)));
}

// Characters are drawn on one line; a text that wraps is shown as text.
function way({ columns, glyphs, labels }, { animation, look: { wraps } }) {
  if (columns) return wraps && isBidirectional(columns) ? null : drawColumns;
  if (labels) return drawLabels;
  if (wraps) return null;
  if (glyphs) return JOINING.test(animation.from + animation.to) ? drawJoined : drawGlyphs;
  return animation.interpolation !== 'scramble' ? drawTyping : isUnordered(animation) ? null : drawScrambled;
}

// Letters that join stand in one piece. The one text fades and the other appears in its place, whose width goes from that of the one to that of the other.
function drawJoined(box, { progress }, { animation, look: { edges: [from, to] } }) {
  const width = stretch(box, room(progress, from, to), from, to);
  const share = glide(progress);
  [[animation.from, from, 1 - share], [animation.to, to, share]].forEach(([text, { width: own }, opacity], index) => part(box,
    index + 1, `position:absolute;left:0;transform-origin:0 0;opacity:${opacity};transform:scaleX(${own > 0 ? width / own : 1})`, text));
  trim(box, 3);
}

// Whether the characters of a text stand elsewhere than from left to right between two texts.
const isUnordered = ({ times, from, to }) => times || isBidirectional([{ text: from + to }]);

// The element that holds the parts of a frame; a new one for a new run or another way of drawing. Wheels stay: what
// still gets its room goes on.
function stage(element, run, drawParts) {
  const { prefix = '', suffix = '', from = '', to = '' } = run.animation;
  const around = `${prefix}\0${suffix}`;
  const box = element.firstElementChild;
  const isAlike = box?.drawParts === drawParts && box.around === around;
  if (isAlike && (box.run === run || drawParts === drawColumns)) return box;
  // What stands around the text does not move, nor what is written beside a text from right to left.
  const mark = isBidirectional([{ text: from + to }]) ? '\u200f' : '';
  element.textContent = prefix + mark;
  const stage = Object.assign(part(element, 0), { run, drawParts, around });
  element.append(mark + suffix);
  return stage;
}

function part(box, index, style = '', text) {
  const one = box.children[index] ?? box.appendChild(span());
  if (text != null && one.textContent !== text) one.textContent = text;
  one.style.cssText = 'display:inline-block;white-space:pre;' + style;
  return one;
}

const trim = (box, count) => { while (box.children[count]) box.lastChild.remove(); };

const look = ({ opacity = 1, scale = 1, rotation = 0 }, place) =>
  `opacity:${opacity};transform:translate(${place}) rotate(${rotation}deg) scale(${scale});`;

// Two labels in one place, whose width goes from that of one to that of the other. Neither is seen outside: its sides are
// as soft as it reaches beyond them.
function drawLabels(box, { labels: { exit, enter }, progress }, { animation, look: { wraps, widths, align } }) {
  const [from, to] = [exit ?? enter, enter].map(({ text = '' }) => widths.get(text));
  const width = from + share(progress, animation) * (to - from);
  const beyond = [[exit, from], [enter, to]].map(([label, own]) => {
    const { scale = 1, offsetX = 0, opacity = 1 } = label ?? {};
    return label?.text && opacity > 0 && own > 0 ? `${own * scale - width}em + ${Math.abs(offsetX)}lh` : '0px';
  });
  const side = wraps || !(width >= 0) ? '0px' : `clamp(0px,max(${beyond}),${FADE})`;
  box.style.cssText = `display:inline-grid;grid-template-columns:${wraps ? 'auto' : '100%'};justify-items:${align};`
    + `box-sizing:content-box;white-space:inherit;${wraps ? '' : `width:${width}em;`}${softEdges(side)}`;
  [enter, exit].forEach((label, index) => {
    const { offsetX: x = 0, offsetY: y = 0, text = '' } = label ??= {};
    const style = `grid-area:1/1;white-space:${wraps ? 'inherit' : 'pre'};`;
    // A little further than its height: what waits outside is not seen at the soft edge.
    part(box, index, style + look(label, `${x}lh,calc(${y}*(100% + 0.5em))`), text);
  });
}

// How far a label is on its way, also where several follow one another.
function share(progress, { times }) {
  const next = times?.findIndex((time) => time > progress) ?? -1;
  const [start, end] = next > 0 ? [times[next - 1], times[next]] : [0, 1];
  return within((progress - start) / (end - start));
}

// What enters and leaves fades at the edges, and the line grows by nothing.
function softEdges(side) {
  const [outer, inner] = [`calc(0.5em - ${MARGIN} - ${FADE})`, `calc(0.5em - ${MARGIN})`];
  return `padding:0.5em 0;margin:-0.5em 0;mask:`
    + `linear-gradient(#0000 ${outer},#000 ${inner},#000 calc(100% - ${inner}),#0000 calc(100% - ${outer})),`
    + `linear-gradient(to right,#0000,#000 ${side},#000 calc(100% - ${side}),#0000);mask-composite:intersect`;
}

const within = (share) => Math.min(Math.max(share, 0), 1);

const mix = (a, b, share) => (a ?? b) + share * ((b ?? a) - (a ?? b));

// How far characters that stay have come: Morph.swift has it as well.
const glide = (progress) => 1 - (1 - within((progress - 0.2) / 0.4)) ** 5;

// How far their box is on its way: its neighbours do not jump, and it is there before a character that needs it.
function room(progress, from, to) {
  const share = within((progress - (to.width > from.width ? 0 : 0.2)) / 0.4);
  return share * share * (3 - 2 * share);
}

// Turns character cells into pixels by where the characters stand in the two texts. None leaves the box, whose width
// goes from that of one text to that of the other as characters that stay do.
function drawGlyphs(box, { glyphs, progress }, { look: { edges: [from, to], widths } }) {
  const width = stretch(box, room(progress, from, to), from, to);
  const share = glide(progress);
  glyphs.forEach((glyph, index) => {
    const own = widths.get(glyph.text) ?? 0;
    const room = width - own;
    // Where even one has no room, it is as narrow as that.
    const left = room < 0 ? room / 2 : Math.max(Math.min(mix(pixels(glyph.from ?? glyph.x, from), pixels(glyph.to ?? glyph.x, to), share), room), 0);
    const scale = Math.min(glyph.scale ?? 1, room < 0 ? width / own : Infinity);
    part(box, index + 1, 'position:absolute;left:0;transform-origin:50% 100%;'
      + look({ ...glyph, scale }, `${left}em,${glyph.y ?? 0}lh`), glyph.text);
  });
  trim(box, glyphs.length + 1);
}

// Random characters are set as they come, and made so much wider or narrower that the text has its place, which goes from
// that of the one text to that of the other.
function drawScrambled(box, { text, progress }, { animation, look: { edges: [from, to], widths } }) {
  // The text gets longer in the first half, and shorter in the second.
  const longer = Math.sign(to.length - from.length);
  const width = stretch(box, longer > 0 ? 2 * progress : longer < 0 ? 2 * progress - 1 : progress, from, to);
  const inner = own(text, animation);
  const natural = characters(inner).reduce((sum, character) => sum + (widths.get(character) ?? 0), 0);
  part(box, 1, `position:absolute;left:0;transform-origin:0 0;font-kerning:none;font-variant-ligatures:none;transform:scaleX(${natural > 0 ? width / natural : 1})`, inner);
  trim(box, 2);
}

// Gives a box its width between that of the one text and that of the other.
function stretch(box, share, from, to) {
  const width = mix(from.width, to.width, within(share));
  box.style.cssText = `display:inline-block;position:relative;width:${width}em`;
  part(box, 0, '', '\u200b'); // a baseline
  return width;
}

function pixels(x, edges) {
  const left = edges[Math.floor(x)];
  const right = edges[Math.ceil(x)];
  return right && left + (x % 1) * (right - left);
}

// In a line that is not set from its start, the room of the longer text keeps the first character where it is. Elsewhere
// room comes a moment before a character and goes a moment after it, so that neighbours glide.
function drawTyping(box, frame, { animation, player, look: { align, edges, widths } }) {
  const need = ({ text, time }) => (widths.get(own(text, animation)) ?? 0) - SPEED * Math.abs(time - frame.time);
  const rooms = align === 'start' ? player?.frames.map(need) ?? [] : edges.map(({ width }) => width);
  box.style.cssText = `display:inline-block;text-align:start;width:${Math.max(0, ...rooms) || ''}em`;
  part(box, 0, '', own(frame.text, animation) || '\u200b').className = 'typed';
}

// Ems a second.
const SPEED = 16;
