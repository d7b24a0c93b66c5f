// Streams for kinetype.js. Labels that start together share one, since browsers open six connections to a host.

import { form, framesOf, parted, separate } from './kinetype-ask.js';
import { couldMorph, expect, fail, fetchAndShow, pause, showSoon } from './kinetype-play.js';

// Streams at a time; the other connections to the host stay free.
const MAXIMUM_STREAMS = 4;

// How many animations the service takes in one stream.
const MAXIMUM_ANIMATIONS = Number('{{maximumAnimations}}');

const waiting = {};
let open = 0;

// Those that are not over and that nobody else shows from now on.
const left = (batch) => batch.filter(({ run }) => !run.reason && !run.isTaken);

export function listen(run, url) {
  if (run.isEndless) {
    if (document.hidden) {
      run.end('skipped');
      return beginAgain(run);
    }
    run.finished.then((reason) => reason === 'failed' && beginAgain(run));
  }
  const { base, animation: { late, ...animation } } = parted(url);
  const batch = waiting[`${base} ${late}`] ??= [];
  if (batch.push({ run, url, late, animation }) > 1) return;
  setTimeout(() => {
    delete waiting[`${base} ${late}`];
    const rest = left(batch);
    while (rest.length > 0) subscribe(rest.splice(0, MAXIMUM_ANIMATIONS), base);
  });
}

// An endless animation starts again when the page becomes visible.
function beginAgain(run) {
  const begin = () => {
    const { host } = run.element.getRootNode();
    if (host?.run === run) host.connectedCallback();
  };
  document.addEventListener('visibilitychange', begin, { once: true });
}

async function subscribe(batch, base) {
  if (open === MAXIMUM_STREAMS) return batch.forEach(playAlone);
  open += 1;
  const problem = await follow(batch, base).catch(() => undefined);
  open -= 1;
  if (batch.length > 1 && [400, 413].includes(problem?.status)) {
    return separate(batch, problem, ({ run }, why) => fail(run, why), (part) => subscribe(part, base));
  }
  for (const { run } of left(batch)) fail(run, problem);
}

// Like an EventSource, but with a body: after a break it reconnects for what follows the last frame seen.
async function follow(batch, base) {
  const connection = new AbortController();
  const isOver = () => left(batch).length === 0;
  // The stream ends by itself after its last frame, so it gets a moment.
  for (const { run } of batch) run.finished.then(() => isOver() && setTimeout(() => connection.abort(), 100));
  const body = form(batch);
  if (batch[0].late != null) body.set('late', batch[0].late);
  let retry = 1000;
  while (!isOver()) {
    try {
      const response = await fetch(base, { method: 'POST', body, signal: connection.signal });
      if (response.status !== 200) return response.ok ? undefined : response.json();
      await read(response, (event) => {
        if (event.id) body.set('lastEventId', event.id);
        retry = Number(event.retry ?? retry);
        if (event.data) tell(batch, event.event, JSON.parse(event.data));
      });
    } catch {
      if (batch.every(({ run }) => run.count === undefined)) return undefined;
    }
    for (const { run } of left(batch)) if (!run.timer) expect(run, retry);
    if (!isOver()) await pause(retry);
  }
  return undefined;
}

export async function read({ body }, receive) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const blocks = (text + value).split('\n\n');
    text = blocks.pop();
    for (const block of blocks) receive(Object.fromEntries(block.split('\n').map((line) => line.split(/: ?(.*)/s))));
  }
}

function tell(batch, event, data) {
  if (event === 'start') {
    const { animation, animations = [{ id: 0, animation }] } = data;
    for (const { id, animation } of animations) {
      const { run } = batch[id];
      if (run.count === undefined) run.origin = performance.now();
      // What changes at once may move in another way.
      if (!run.isTaken && couldMorph(animation) && !run.query.has('interpolation')) {
        run.isTaken = true;
        playAlone(batch[id]);
      } else run.start(animation);
    }
  } else if (event === undefined) {
    const { run } = batch[data.id ?? 0];
    if (run.isTaken) return;
    // The quickest frame tells best when the stream began; what goes on from here has counted from that.
    if (!run.isFollowed) run.origin = Math.min(run.origin, performance.now() - data.time * 1000);
    run.moment = run.origin + data.time * 1000;
    showSoon(run, data);
  }
}

// One without a stream is fetched, and what never ends is shown again and again.
function playAlone({ run, url }) {
  playWhole(run, url, ...(run.isEndless ? [{ repeat: 1 }, showAgain] : []));
}

export function showLast(run, url) {
  // A decay of no duration would not leave its place; nothing that has none comes back.
  const short = run.query.has('to') ? { to: run.to, duration: 0 } : { repeat: 1 };
  playWhole(run, url, short, (_, frames) => showSoon(run, frames.at(-1)));
}

function playWhole(run, url, parameters, show) {
  const all = framesOf(url);
  for (const name in parameters) all.searchParams.set(name, parameters[name]);
  fetchAndShow(run, all, show);
}

function showAgain(run, frames) {
  const origin = performance.now();
  run.count = null;
  const step = () => {
    if (run.reason) return;
    const time = ((performance.now() - origin) / 1000) % frames.at(-1).time;
    const frame = frames.findLast((frame) => frame.time <= time) ?? frames.at(-1);
    if (frame !== run.frame) showSoon(run, frame);
    requestAnimationFrame(step);
  };
  step();
}
