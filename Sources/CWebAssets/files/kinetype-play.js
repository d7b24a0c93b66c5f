// Computes or fetches frames and shows each when it is due, for kinetype.js.

import { ask } from './kinetype-ask.js';
import { compute } from './kinetype-compute.js';
import { glide, release, SOON, write } from './kinetype-glide.js';
import * as numbers from './kinetype-numbers.js';

export { succeed } from './kinetype-follow.js';
export { numbers, release, write };

// Milliseconds to wait where something moves meanwhile, where a stream has broken, and for parts of the module.
const PATIENCE = 2500;

export const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

// How it moves where nothing says so: as the spring `smooth(0.6)`, but there after 0.9 seconds, however long its way is, and
// from rest, so that what is set again keeps its speed. What is typed or has an effect has times of its own.
const MOTION = { curve: 'cubic-bezier(0.12,0,0,1)', duration: '0.9' };
const TIMED = ['curve', 'duration', 'effect', 'transition'];
const TYPED = '{{typedInterpolations}}'.split(' ');

// The problems that are about the request itself: what is shown is better than what was asked for.
const REFUSALS = [400, 413, 422];

// Finds what a run sets out from, which is a coming frame of the run before where one is given, and begins it.
export function set(run, before, hasSource, frame) {
  complete(run);
  run.setSource(hasSource ? null : (before && position(before, run.isNumber, frame)) ?? source(run, frame));
  begin(run);
}

// Says what nobody has said of how a run moves.
export function complete({ query, element, last }) {
  const way = query.get('interpolation');
  const direction = element.hasPieces && element.getRootNode().host.direction;
  const before = last?.to ?? query.get('from') ?? element.textContent;
  const turn = typeof direction === 'function' ? answer(() => direction(before, query.get('to'))) : direction;
  if (turn) query.set('direction', turn);
  if (!TIMED.some((name) => query.has(name)) && !TYPED.includes(way)) for (const name in MOTION) query.set(name, MOTION[name]);
  // A text that enters does not stand over the one before.
  const effects = query.get('effect')?.split(',') ?? [''];
  if (effects.every((name) => /^\s*(fade|zoom)In\s*$/.test(name))) query.set('effect', `${effects},fadeOut`);
  if (way === 'odometer' && !query.has('columnMode')) query.set('columnMode', 'auto');
}

// What a page's own function says; what it throws is reported, and the text changes all the same.
function answer(own) {
  try { return own(); } catch (error) { reportError(error); }
}

// Draws effects, morphs and odometers.
let loading;
export const hasParts = ({ columns, glyphs, labels }, { interpolation }) =>
  columns ?? glyphs ?? labels ?? TYPED.includes(interpolation);
export const loadDrawing = (tools) => loading ??= import('./kinetype-draw.js').then(
  (module) => { tools.drawing = module; }, () => { loading = null; });

// What a run does with a frame of it.
export function show(frame) {
  if (this.reason) return;
  const { element, tools, animation } = this;
  const isFirst = !this.frame;
  if (isFirst) {
    // A live region is read once it is not busy.
    element.ariaBusy = 'true';
    this.before?.end('cancelled', null, true);
    this.before = this.last = null;
    this.notify('start', animation);
    if (this.reason) return;
  }
  this.frame = frame;
  const isMoving = hasParts(frame, animation);
  if (isMoving && tools.drawing) tools.drawing.draw(element, frame, this);
  else tools.put(element, frame.text, this, this.player?.frames[Math.min(frame.index + Math.ceil(SOON * animation.fps), this.count - 1)]?.text);
  this.lastText = element.textContent;
  // Without the drawing module the text is shown.
  if (isMoving) this.parts ??= loadDrawing(tools);
  this.notify('frame', frame);
  if (frame.index + 1 === this.count && !this.isHeld) {
    this.final = frame.text;
    this.end('finished');
  } else if (isFirst) this.next?.();
}

// Where a run has brought its element: the text that is still there, or its number.
function position(run, asNumber, coming) {
  if (coming) return asNumber ? coming.shown : bare(coming.text, run);
  if (run.seen !== run) return position(run.before, asNumber);
  const { element, frame, lastText, query } = run;
  if (element.textContent !== lastText) return null;
  if (run.reason !== 'cancelled') return asNumber ? run.to : bare(lastText, run);
  if (!frame) return query.get('from');
  return asNumber ? frame.shown : bare(frame.text, run);
}

function bare(text, { query, tools }) {
  const [prefix, suffix] = tools.whole('\0', query).split('\0');
  return text.startsWith(prefix) && text.endsWith(suffix) ? text.slice(prefix.length, text.length - suffix.length) : text;
}

// The text that is there, or its number: one that cannot be read is the target, written in another way.
function source(run, { text: shown } = { text: run.element.textContent }) {
  const { query, isNumber } = run;
  const text = bare(shown, run);
  if (!isNumber) return text;
  const isTarget = !text || numbers.same(run.write(), shown);
  return (!isTarget && numbers.read(text, query)) || query.get('to') || 0;
}

const stillness = () => matchMedia('(prefers-reduced-motion: reduce)');
const refuses = ({ element }, name) => element.getRootNode().host?.getAttribute(name) === 'false';
const isUnwanted = (run) => stillness().matches && !refuses(run, 'respectMotionPreference');

// Whether a run has to change its text at once.
export const isStill = (run) => {
  const { isConnected, isSeen, isRewritten } = run.element.getRootNode().host ?? {};
  return isConnected === false || isSeen === false || isRewritten || (document.hidden && !run.isEndless) || isUnwanted(run)
    || refuses(run, 'animated');
};

// Computes the frames of a run, or asks for them; for the last alone where nothing is to move.
export function begin(run) {
  const { element, url, query, isNumber } = run;
  run.isAsked = true;
  const stays = !run.before && isNumber && query.get('from') === query.get('to');
  const isAtOnce = stays || isStill(run);
  const written = isAtOnce ? run.write() : null;
  if (written != null) {
    if (stays && numbers.same(written, element.textContent)) run.final = element.textContent;
    return run.end('skipped');
  }
  endWhenStill(run);
  const computed = isAtOnce ? null : run.computed ?? compute(run);
  // Who has called may listen.
  if (computed) return queueMicrotask(() => showAll(run, computed));
  expect(run);
  if (!isAtOnce && !url.pathname.endsWith('/stream')) return fetchAndShow(run, url);
  import('./kinetype-stream.js').then(
    (module) => module[isAtOnce ? 'showLast' : 'listen'](run, url), () => run.end('failed'));
}

function showAll(run, { animation, frames }) {
  if (run.reason) return;
  run.start(animation);
  showInTime(run, frames);
}

// A text that stands still waits for a moment only.
export function expect(run, wait) {
  const { before, tools: { settings } } = run;
  const arm = (time) => {
    clearTimeout(run.timer);
    run.timer = setTimeout(() => run.end('failed'), time);
  };
  if (wait == null && before?.until) return arm(Math.max(before.until - performance.now(), 0) + settings.patience);
  if (wait == null && !(before && !before.reason)) return arm(settings.patience);
  arm(PATIENCE + (wait ?? 0));
  before?.finished.then(() => run.reason || run.count !== undefined || arm(settings.patience));
}

// As soon as its user wants no motion, or prints what is there.
export function endWhenStill(run) {
  stillness().addEventListener('change', () => isUnwanted(run) && run.end('skipped'), run.abort);
  addEventListener('beforeprint', () => run.end('skipped'), run.abort);
}

// What waits until it is seen is printed as it ends.
globalThis.addEventListener?.('beforeprint', () => {
  for (const host of document.querySelectorAll('kinetic-text')) {
    const { awaits } = host;
    host.awaits = null;
    if (awaits) host.update(awaits.from);
  }
});

export async function fetchAndShow(run, url, show = showInTime) {
  const { tools } = run;
  try {
    const asked = performance.now();
    const answer = await moving(await ask(url, run.abort.signal), url, run.abort.signal);
    if (!answer.frames) return fail(run, answer);
    tools.lead = Math.min(Math.max(performance.now() - asked, 0.9 * tools.lead), 500);
    run.start(answer.animation);
    if (hasParts(answer.frames[0], answer.animation)) {
      await Promise.race([loadDrawing(tools), pause(PATIENCE)]);
    }
    show(run, answer.frames);
  } catch {
    run.end('failed');
  }
}

// Whether a text changes at once for want of a number, and could be morphed.
export const couldMorph = ({ animated, reason }) => !animated && !!reason?.includes('`morph`');

// The answer to a question, or what moves in its place where that changes at once and nobody has named a way.
export async function moving(answer, url, signal, isPrivate) {
  const query = new URLSearchParams(url.search);
  if (!answer.frames || !couldMorph(answer.animation) || query.has('interpolation') || parseFloat(query.get('duration')) === 0) return answer;
  query.set('interpolation', 'morph');
  const other = await ask(new URL(`?${query}`, url), signal, isPrivate).catch(() => answer);
  return other.frames ? other : answer;
}

// Where a request is refused, what was shown before stays, and moves on if it does.
export function fail(run, problem) {
  const { element, tools: { put, runs } } = run;
  const last = run.last?.isNothing ? run.last.last : run.last;
  if (!run.reason && !run.frame && REFUSALS.includes(problem?.status)) {
    run.hasGivenWay = true;
    // The text inside an element is what is to stand where nothing moves, whatever it was to set out from.
    const inside = element.hasPieces && element.getRootNode().host.textContent.trim();
    run.final = last?.final ?? (inside || element.textContent);
    if (!last || last.reason) put(element, run.final);
    run.before = null;
    if (last) runs.set(element, last);
    else runs.delete(element);
  }
  run.end('failed', problem);
}

export function showInTime(run, frames) {
  const now = performance.now();
  // Where the run before stands still until this one begins, nothing is left out.
  run.origin = run.before?.until ? Math.max(run.origin, now) : run.origin ?? now;
  const player = run.player = { run, frames, next: 0 };
  run.whenPlaying?.();
  if (run.reason) return;
  // A hidden tab gets no animation frames, but timers.
  if (!player.clock) endInTime(player, frames.at(-1).time * 1000 + run.origin - performance.now());
  play(player);
}

const players = new Set();
const begun = [];
let isStepping = false;

// Those that begin together are drawn together, before the page is.
export function play(player) {
  players.add(player);
  if (begun.push(player) === 1) queueMicrotask(() => step(begun.splice(0)));
  if (!isStepping) requestAnimationFrame(stepAll);
  isStepping = true;
}

export function endInTime(player, time) {
  clearTimeout(player.run.timer);
  if (time < Infinity) player.run.timer = setTimeout(() => step([player]), Math.max(time, 0) + 50);
}

// How many texts are drawn in a frame, in turn: fewer where frames come late, so that no page stands still for its texts.
const [FEWEST, MOST] = [20, 1000];
let most = FEWEST;
let last;

// What fails in one frame keeps none from coming.
function stepAll(now) {
  most = Math.min(Math.max(most * (now - last < 25 ? 1.5 : now - last > 40 ? 0.5 : 1), FEWEST), MOST);
  isStepping = players.size > 0;
  last = isStepping ? now : NaN;
  if (isStepping) requestAnimationFrame(stepAll);
  step([...players]);
}

function step(list) {
  const shown = [];
  for (const player of list) {
    if (shown.length >= most) break;
    if (player.run.reason) players.delete(player);
    else if (player.clock ? player.clock.advance() : advance(player)) shown.push(player);
  }
  // The others come first in the next frame.
  for (const player of shown) if (players.delete(player)) players.add(player);
  showTogether(shown.map(({ run, frames, next }) => ({ frame: frames[next - 1], run })));
  for (const { clock } of list) clock?.rest();
}

// What is told of many runs at once, of each the newest frame.
const told = new Map();

export function showSoon(run, frame) {
  if (told.set(run, frame).size > 1) return;
  queueMicrotask(() => {
    const list = Array.from(told, ([run, frame]) => ({ frame, run }));
    told.clear();
    showTogether(list);
  });
}

// All is measured before anything of it is drawn.
function showTogether(list) {
  const glideOn = glide(list);
  list[0]?.run.tools.drawing?.measureAll(list);
  for (const { run, frame } of list) run.show(frame);
  glideOn();
}

// Whether another frame is due.
function advance(player) {
  const { run, frames, next: due } = player;
  const moment = (index) => run.origin + frames[index]?.time * 1000;
  const now = Math.min(performance.now(), run.until ?? Infinity);
  while (moment(player.next) <= now) player.next += 1;
  // Frames of two runs lie between each other, and a stream may have caught up with its first frames: nothing goes back
  // where the next run takes over.
  while (player.next > due && moment(player.next - 1) < run.before?.seen.moment && frames[player.next]) player.next += 1;
  if (player.next > due) run.moment = moment(player.next - 1);
  return player.next > due;
}
