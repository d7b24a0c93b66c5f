// Lets a text that moves go on to another target without a break, for kinetype.js.

import { compute } from './kinetype-compute.js';
import { begin, complete, set } from './kinetype-play.js';

// How many changes the service takes along; where there are more, the oldest have all but settled.
const MAXIMUM_CHANGES = Number('{{maximumEarlierChanges}}');

// Milliseconds by which an answer may come later than expected before the text stands still.
const MARGIN = 30;

const TIMING = ['curve', 'duration'];

// With these the service begins anew.
const ALONE = ['delay', 'repeat', 'autoreverse', 'template'];

// The run before goes on until the first frame of this one is there.
export function succeed(run) {
  if (run.reason) return;
  complete(run);
  // One that has not been asked for gives way; of values that come faster than answers, the newest waits.
  const last = run.before;
  if (!last.isAsked && !last.reason) {
    run.before = last.before;
    last.before = null;
    last.end('cancelled');
  }
  const { before } = run;
  if (before.frame || before.reason) follow(run);
  else before.next = () => follow(run);
}

function follow(run) {
  const { replace, lead } = run.tools;
  const { before } = run;
  if (run.reason || run.isAsked) return;
  if (before.reason) return replace(run, before);
  // Characters that have set out get somewhere first: they have arrived but for a little halfway through most curves.
  const wait = before.frame.glyphs && nature(run) === nature(before) ? (before.origin + change(before).rest) / 2 - performance.now() : 0;
  if (wait > 0) {
    before.next = () => follow(run);
    setTimeout(before.next, wait);
  } else if (goesOn(run, before, lead)) begin(run);
  else if (before.player && !before.player.clock && !run.isEndless) handOver(run, before);
  else replace(run, before);
}

// What is to move in another way sets out from where the run before will be when the answer is expected. That one goes
// on until there and no further: the next one does not go back where the answer is late.
function handOver(run, before) {
  const { origin, player: { frames } } = before;
  const moment = ({ time }) => origin + time * 1000;
  run.isAsked = true;
  run.origin = Math.min(Math.max(performance.now() + run.tools.lead + MARGIN, origin), moment(frames.at(-1)));
  before.until = run.origin;
  run.finished.then(() => { before.until = null; });
  fetched(run);
  set(run, before, false, frames.findLast((frame) => moment(frame) <= run.origin));
}

// Names the changes that are still under way in the query of a run, which begins when its answer is expected.
// Returns whether the run can go on from them.
function goesOn(run, before, lead) {
  const target = before.query.get('to');
  const isSame = ['to', ...TIMING].every((name) => run.query.get(name) === before.query.get(name));
  if (before.player?.clock || target == null || !run.query.has('to') || isSame || nature(run) !== nature(before)) return false;
  before.isFollowed = true;
  // What the page computes begins at once.
  takeAlong(run, before, performance.now());
  run.computed = compute(run);
  if (run.computed) return true;
  // The service has several ways in one as another sum.
  if (before.computed && run.changes.some((one) => TIMING.some((name) => one[name] !== run.query.get(name)))) {
    delete run.changes;
    return false;
  }
  // What the service is told is rounded to milliseconds, so they begin as many apart.
  takeAlong(run, before, before.origin + Math.max(Math.ceil(performance.now() + lead - before.origin), 0));
  fetched(run);
  if (run.changes.length > 0) run.query.set('earlier', JSON.stringify(run.changes.map((one) => entry(one, run))));
  return true;
}

function takeAlong(run, before, origin) {
  const changes = [...(before.changes ?? []), change(before)];
  let source = before.query.get('from');
  while (changes.length > MAXIMUM_CHANGES || changes[0]?.rest < origin) source = changes.shift().to;
  Object.assign(run, { changes, origin });
  run.setSource(source);
}

// A stream would begin whenever it comes, and the label jump by as much.
function fetched({ url, query }) {
  url.pathname = path(url);
  query.delete('late');
}

// What two runs must have in common: all that is asked for but the two texts and their timing.
function nature({ url, query }) {
  const rest = new URLSearchParams(query);
  if (ALONE.some((name) => rest.has(name)) || /^\s*decay\(/.test(rest.get('curve'))) return NaN;
  for (const name of ['from', 'to', 'curve', 'duration', 'earlier', 'late']) rest.delete(name);
  return `${url.origin}${path(url)}?${rest}`;
}

const path = ({ pathname }) => pathname.replace(/\/stream$/, '/frames');

function change({ query, origin, animation }) {
  const rest = origin + (1000 * animation.duration) / (query.get('speed') ?? 1);
  return { to: query.get('to'), curve: query.get('curve'), duration: query.get('duration'), origin, rest };
}

function entry({ to, curve, duration, origin }, run) {
  const entry = { to, ago: Math.round(run.origin - origin) / 1000 };
  if (curve !== run.query.get('curve')) entry.curve = curve;
  if (duration !== run.query.get('duration')) entry.duration = duration;
  return entry;
}
