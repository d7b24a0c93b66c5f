// Live labels for kinetype.js: all of a page are followed over one connection.

import { couldMorph, endWhenStill, isStill, moving, showInTime } from './kinetype-play.js';
import { read } from './kinetype-stream.js';

// How many labels the service takes on one connection.
const MAXIMUM_LABELS = Number('{{maximumLabelsPerStream}}');

// Milliseconds without a sign of life after which a connection counts as lost: heartbeats come far more often.
const SILENCE = 3000 * Number('{{heartbeatInterval}}');

// Milliseconds until a lost connection is tried again, at first and at most.
const [SOON, LATE] = [500, 15_000];

// How the service has labels move of which nobody says it, and the seconds after which such a change is over.
const MOTION = 'smooth(0.6)';
const OVER = 1;

// Why there is nothing to be shown of a label.
const ABSENCES = {
  missing: 'does not exist yet (PUT creates it), or takes an `apiKey` or a `token`',
  deleted: 'has been deleted',
  expired: 'has expired',
  forbidden: 'is private: it takes an `apiKey` or a `token`',
  unavailable: 'cannot be read at the moment',
};

const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

// What a label that runs shows without motion: each of its steps, or twice a second what it shows, and none of what is
// under way beside it.
function steps(frames) {
  const first = frames.findIndex((frame, index) => frames[index + 1]?.time - frame.time > 0.05);
  let next = -Infinity;
  const isDue = ({ time }) => time >= next && (next = time + 0.5);
  return first < 0 ? frames.filter(isDue) : frames.slice(first);
}

const connections = new Map();

const everyConnection = () => new Set(connections.values());

// A page that was left may be kept by the browser: it must not hold one of its few connections meanwhile.
addEventListener('pagehide', () => { for (const one of everyConnection()) one.turn?.abort(); });
addEventListener('pageshow', ({ persisted }) => { if (persisted) for (const one of everyConnection()) one.reopen(); });

// Has an element show its label from now on.
export function watch(host, tools) {
  leave(host);
  const base = new URL(host.getAttribute('src') ?? new URL('v1/labels', tools.settings.service ?? import.meta.url), document.baseURI);
  for (const [name, attribute] of [['key', 'apiKey'], ['token', 'token']]) {
    if (host.hasAttribute(attribute)) base.searchParams.set(name, host.getAttribute(attribute));
  }
  const isStreamed = host.getAttribute('follow') === 'frames';
  const id = host.getAttribute('label');
  const alike = [...everyConnection()].filter((one) => one.base.href === base.href && one.isStreamed === isStreamed);
  const connection = alike.find((one) => one.hosts.has(id)) ?? alike.find((one) => one.hosts.size < MAXIMUM_LABELS)
    ?? new Connection(base, isStreamed, tools);
  connections.set(host, connection);
  host.unwatch = () => leave(host);
  connection.add(id, host);
}

function leave(host) {
  host.unwatch = null;
  connections.get(host)?.remove(host);
  connections.delete(host);
}

class Connection {
  // The elements of each label, and what was last said of it.
  hosts = new Map();
  known = new Map();
  quickest = Infinity;

  constructor(base, isStreamed, tools) { Object.assign(this, { base, isStreamed, tools }); }

  add(id, host) {
    if (!this.hosts.has(id)) this.hosts.set(id, new Set());
    this.hosts.get(id).add(host);
    const change = this.known.get(id);
    if (change && !this.isStreamed) this.play(host, change);
    else this.reopen();
  }

  remove(host) {
    for (const [id, hosts] of this.hosts) {
      if (!hosts.delete(host) || hosts.size > 0) continue;
      this.hosts.delete(id);
      this.known.delete(id);
      this.reopen();
    }
  }

  // Once for all elements that come and go together.
  reopen() {
    this.reopening ??= setTimeout(() => {
      this.reopening = null;
      this.turn?.abort();
      this.turn = new AbortController();
      if (this.hosts.size > 0) this.follow(this.turn);
    });
  }

  address(path) {
    const url = new URL(path, this.base);
    for (const [name, value] of this.base.searchParams) url.searchParams.set(name, value);
    return url;
  }

  async follow(turn) {
    const url = this.address(`${this.base.pathname.replace(/\/$/, '')}/stream`);
    for (const id of this.hosts.keys()) url.searchParams.append('id', id);
    if (!this.isStreamed) url.searchParams.set('mode', 'changes');
    for (let wait = SOON; !turn.signal.aborted; wait = Math.min(2 * wait, LATE)) {
      try {
        if (await this.read(url, turn)) wait = SOON;
      } catch {
        // A lost connection is tried again.
      }
      // Not all viewers at the same moment.
      await new Promise((resolve) => setTimeout(resolve, wait * (0.5 + Math.random())));
    }
  }

  // Returns whether the service has been there.
  async read(url, turn) {
    const attempt = new AbortController();
    const stop = () => attempt.abort();
    turn.signal.addEventListener('abort', stop, attempt);
    let watchdog = setTimeout(stop, SILENCE);
    try {
      const response = await fetch(url, { signal: attempt.signal, cache: 'no-store' });
      if (!response.ok) {
        this.refuse(this.hosts.keys(), await response.json());
        return false;
      }
      await this.synchronize();
      await read(response, (event) => {
        clearTimeout(watchdog);
        watchdog = setTimeout(stop, SILENCE);
        if (event.data) this.tell(event.event, JSON.parse(event.data));
      });
    } finally {
      clearTimeout(watchdog);
      stop();
    }
    return true;
  }

  // How far the service's clock is ahead of the page's, by the quickest of all answers; an old one counts a little less
  // each time.
  async synchronize() {
    this.quickest += 1;
    for (let count = 0; count < 4; count += 1) {
      const asked = performance.now();
      const { now } = await (await fetch(this.address('../v1/time'), { cache: 'no-store' })).json();
      const trip = performance.now() - asked;
      if (trip < this.quickest) [this.quickest, this.ahead] = [trip, now / 1000 - asked - trip / 2];
    }
  }

  tell(event, data) {
    const { label, id = label?.id, reason } = data;
    if (!this.hosts.has(id)) return;
    if (event === undefined) this.known.has(id) || this.each(id, (host) => host.run?.show(data));
    else if (!label) {
      this.known.delete(id);
      this.refuse([id], { detail: `The label \`${id}\` ${ABSENCES[reason] ?? reason}.` });
    } else if (this.isStreamed && !this.mayMorph(label)) {
      this.known.delete(id);
      this.each(id, (host) => this.begin(host, label.animation, label.text));
    } else this.change(id, label, data.frames);
  }

  async change(id, { version, start, rate, text }, frames) {
    const last = this.known.get(id);
    if (last && last.version === version && last.start === start) return;
    // A label that runs by itself is told piece by piece, each a while before.
    const change = { version, start, text: rate && text, isPiece: last?.version === version };
    this.known.set(id, change);
    try {
      if (change.isPiece) await pause(Math.random() * (this.moment(start) - performance.now()) / 2);
      if (this.known.get(id) !== change) return;
      const response = await fetch(this.address(frames));
      if (!response.ok) throw new Error(response.status);
      Object.assign(change, await response.json());
      if (this.mayMorph(change)) change.other = await this.morph(change);
    } catch {
      // What is shown stays until the service can be asked again; a newer change may have come.
      if (this.known.get(id) !== change) return;
      this.known.delete(id);
      setTimeout(() => this.reopen(), SOON);
      return;
    }
    if (this.known.get(id) === change) this.each(id, (host) => this.play(host, change));
  }

  // Whether a change at once has just come, and nobody has said how it is to move.
  mayMorph({ start, animation }) {
    return couldMorph(animation) && animation.curve === MOTION && this.moment(start) > performance.now() - 1000 * OVER;
  }

  morph(change) {
    const url = this.address('../v1/frames');
    url.searchParams.delete('token');
    for (const name of ['from', 'to', 'prefix', 'suffix', 'curve', 'fps']) {
      if (name in change.animation) url.searchParams.set(name, change.animation[name]);
    }
    return moving(change, url, new AbortController().signal);
  }

  // When it is by the page's clock.
  moment(start) { return start / 1000 - this.ahead; }

  // What is said of a label that runs is what it shows when it is changed, and nothing as it goes on.
  begin(host, animation, text, { text: said, isPiece } = {}) {
    host.refusal = null;
    const run = this.take(host);
    run.final = text;
    run.start(animation);
    if (!isPiece) host.speak(said);
    return run;
  }

  // A run whose frames nobody has to ask for.
  take(host) {
    const run = this.tools.create(host.shown, new URL('about:blank'), false);
    run.before = run.last?.reason ? null : run.last;
    run.isStill = isStill(run);
    endWhenStill(run);
    return host.run = run;
  }

  play(host, change) {
    const { animation, frames } = (!host.hasAttribute('interpolation') && change.other) || change;
    if (!frames) return;
    const run = this.begin(host, animation, frames.at(-1).text, change);
    run.origin = this.moment(change.start);
    showInTime(run, run.isStill ? (change.text ? steps(frames) : frames.slice(-1)) : frames);
  }

  // A label that is not there, or not to be read: what the element has stays.
  refuse(ids, problem) {
    for (const id of ids) {
      this.each(id, (host) => {
        if (host.refusal === problem.detail) return;
        host.refusal = problem.detail;
        console.warn(`kinetype: ${problem.detail}`);
        const detail = { reason: 'failed', text: host.shown.textContent, problem };
        host.dispatchEvent(new CustomEvent('kinetic-end', { detail, bubbles: true, composed: true }));
      });
    }
  }

  each(id, act) { for (const host of this.hosts.get(id) ?? []) act(host); }
}
