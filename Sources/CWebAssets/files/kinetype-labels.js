// Live labels for kinetype.js: what elements show of them.

import { couldMorph, endWhenStill, isStill, moving, pause, showInTime, showSoon } from './kinetype-play.js';
import { LATE, SOON, Source } from './kinetype-tabs.js';

// How elements follow labels that do not say it.
const FOLLOW = '{{labelFollow}}';

// A clock that was set so many milliseconds ago is as good as a new one.
const RECENT = 10_000;

// How the service has labels move of which nobody says it, and the seconds after which such a change is over.
const MOTION = 'smooth(0.6)';
const OVER = 1;

// What a label that runs shows without motion: each of its steps, or twice a second what it shows, and none of what is
// under way beside it.
function steps(frames) {
  const first = frames.findIndex((frame, index) => frames[index + 1]?.time - frame.time > 0.05);
  let next = -Infinity;
  const isDue = ({ time }) => time >= next && (next = time + 0.5);
  return first < 0 ? frames.filter(isDue) : frames.slice(first);
}

// What the page follows, by where it is, what opens it and how it is told.
const followed = new Map();

// Has an element show its label from now on.
export function watch(host, tools) {
  host.unwatch?.();
  const base = new URL(host.getAttribute('src') ?? new URL('v1/labels', tools.settings.service ?? import.meta.url), document.baseURI);
  for (const [name, attribute] of [['key', 'apiKey'], ['token', 'token']]) {
    if (host.hasAttribute(attribute)) base.searchParams.set(name, host.getAttribute(attribute));
  }
  const follow = host.getAttribute('follow') ?? FOLLOW;
  const mode = ['frames', 'next'].includes(follow) ? follow : 'changes';
  const id = host.getAttribute('label');
  const kind = `${mode} ${base}`;
  if (!followed.has(kind)) followed.set(kind, new Labels(base, mode, tools));
  const labels = followed.get(kind);
  labels.add(id, host);
  host.unwatch = () => {
    host.unwatch = null;
    labels.remove(id, host);
  };
}

async function json(...request) {
  const response = await fetch(...request);
  if (!response.ok) throw new Error(response.status);
  return response.json();
}

class Labels {
  // The elements of each label, and the change of it that is known.
  hosts = new Map();
  known = new Map();
  quickest = Infinity;

  constructor(base, mode, tools) {
    Object.assign(this, { base, mode, tools, source: new Source(base, mode, (event, data) => this.tell(event, data)) });
  }

  add(id, host) {
    host.labelChange = null;
    if (this.hosts.has(id)) {
      this.hosts.get(id).add(host);
      for (const [event, data] of this.source.said.get(id) ?? []) this.tell(event, data, [host]);
    } else {
      this.hosts.set(id, new Set([host]));
      this.source.want(this.hosts.keys());
    }
  }

  remove(id, host) {
    const hosts = this.hosts.get(id);
    hosts.delete(host);
    if (hosts.size > 0) return;
    this.hosts.delete(id);
    this.known.delete(id);
    this.source.want(this.hosts.keys());
  }

  address(path) {
    const url = new URL(path, this.base);
    for (const [name, value] of this.base.searchParams) url.searchParams.set(name, value);
    return url;
  }

  // How far the service's clock is ahead of the page's, by the quickest of all answers; an old one counts a little less
  // each time.
  async synchronize() {
    this.quickest += 1;
    for (let count = 0; count < 4; count += 1) {
      const asked = performance.now();
      const { now } = await json(this.address('../v1/time'), { cache: 'no-store' });
      const trip = performance.now() - asked;
      if (trip < this.quickest) [this.quickest, this.ahead] = [trip, now / 1000 - asked - trip / 2];
    }
    this.clockTime = Date.now();
  }

  setClock() { (this.clock = this.synchronize()).catch(() => { this.clock = null; }); }

  // A computer that has slept is told by a connection made anew.
  tell(event, data, hosts = this.hosts.get(data.label?.id ?? data.id)) {
    const { label, id = label?.id, reason, problem } = data;
    if (!this.clock || (event === 'open' && Math.abs(Date.now() - this.clockTime) > RECENT)) this.setClock();
    if (label) this.change(id, label, data.frames);
    else if (event === undefined) {
      if (this.known.get(id)?.isStreamed) for (const { run } of hosts) if (run) showSoon(run, data);
    } else if (id) {
      if (!problem) this.known.delete(id);
      this.refuse(hosts, problem ?? { reason, detail: `The label \`${id}\` is ${reason}.` });
    }
  }

  // A label that runs by itself is told piece by piece, each a while before: the one before it is shown meanwhile.
  async change(id, label, frames) {
    const { version, start, animation, text, rate, private: isPrivate } = label;
    const last = this.known.get(id);
    let change = [last, last?.before].find((one) => one?.version === version && one.start === start);
    if (!change) {
      const isPiece = last?.version === version;
      const isStreamed = this.mode === 'frames' && !this.mayMorph(label);
      change = { version, start, text: rate && text, isPrivate, isPiece, isStreamed, before: isPiece && last };
      if (last) last.before = null;
      this.known.set(id, change);
    }
    if (!change.isStreamed) await (change.isThere ??= this.fetch(id, change, frames));
    if (!this.isDue(id, change)) return;
    for (const host of this.hosts.get(id)) {
      if ([host.labelChange, host.labelChange?.before].includes(change)) continue;
      host.labelChange = change;
      if (change.isStreamed) this.begin(host, animation, text, change);
      else this.play(host, change);
    }
  }

  isDue(id, change) {
    const last = this.known.get(id);
    return last && [last, last.before].includes(change);
  }

  // What is shown stays until the service can be asked again, or a newer change comes.
  async fetch(id, change, frames) {
    if (change.isPiece) await pause(Math.random() * (this.moment(change.start) - performance.now()) / 2);
    await change.before?.isThere;
    for (let wait = SOON; this.isDue(id, change); wait = Math.min(2 * wait, LATE)) {
      try {
        this.clock ?? this.setClock();
        const [whole] = await Promise.all([json(this.address(frames)), this.clock]);
        Object.assign(change, whole);
        if (this.mayMorph(change)) change.other = await this.morph(change);
        return;
      } catch {
        await pause(wait * (0.5 + Math.random()));
      }
    }
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
    return moving(change, url, new AbortController().signal, change.isPrivate);
  }

  // When it is by the page's clock.
  moment(start) { return start / 1000 - this.ahead; }

  // What is said of a label that runs is what it shows when it is changed, and nothing as it goes on.
  begin(host, animation, text, { text: said, isPiece }) {
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
    const run = this.begin(host, animation, frames.at(-1).text, change);
    run.origin = this.moment(change.start);
    showInTime(run, run.isStill ? (change.text ? steps(frames) : frames.slice(-1)) : frames);
  }

  // A label that is not there, or not to be read: what the element has stays.
  refuse(hosts, problem) {
    for (const host of hosts) {
      if (host.refusal === problem.detail) continue;
      host.refusal = problem.detail;
      console.warn(`kinetype: ${problem.detail}`);
      const detail = { reason: 'failed', text: host.shown.textContent, problem };
      host.dispatchEvent(new CustomEvent('kinetic-end', { detail, bubbles: true, composed: true }));
    }
  }
}
