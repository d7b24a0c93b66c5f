// One connection for all tabs, windows and frames of an origin that follow live labels, for kinetype-labels.js: one of
// them leads, reads it and passes on what it hears.

import { pause } from './kinetype-play.js';
import { read } from './kinetype-stream.js';

// How many labels the service takes on one connection.
const MAXIMUM_LABELS = Number('{{maximumLabelsPerStream}}');

// Milliseconds without a sign of life after which a connection counts as lost: heartbeats come far more often.
const SILENCE = 3000 * Number('{{heartbeatInterval}}');

// The same where answers are held: three times as long as any is.
const LONG_SILENCE = 75_000;

// How many labels a page asks for one by one: each takes one of the six connections that HTTP/1.1 gives it.
const MAXIMUM_ASKED = 3;

// Milliseconds until what was lost is asked for again, at first and at most.
export const [SOON, LATE] = [500, 15_000];

// Milliseconds after which a page that leads and does not answer has been stopped by the browser.
const PATIENCE = 2000;

// With a name that none can have, the service would refuse all labels of a connection.
const POSSIBLE = /^(?!stream$)([a-z\d][\w.:-]{0,127}|_[\da-f]{32})$/i;

const SELF = `${Math.random()}`;

export class Source {
  // The labels of this page; those of the others, and whether they are seen, by who they are.
  wanted = new Set();
  others = new Map();
  // Who has not answered since it was last asked who is there.
  silent = new Set();
  // What a page that comes has to be told of each label: its state, where a label runs also the next, and the newest frame.
  said = new Map();
  streams = [];
  wait = SOON;

  // `tell` is called with each event of the wanted labels, and with `open` when a connection has been made.
  constructor(base, mode, tell) {
    const silence = mode === 'next' ? LONG_SILENCE : SILENCE;
    Object.assign(this, { base, mode, tell, silence, named: channelName(base, mode) });
    addEventListener('pagehide', () => this.leave());
    addEventListener('pageshow', ({ persisted }) => persisted && this.enter());
    document.addEventListener('visibilitychange', () => this.isIn && this.turn());
  }

  // Once for all elements that come and go together.
  want(ids) {
    this.wanted = new Set(ids);
    this.settling ??= setTimeout(async () => {
      this.name = await this.named;
      this.settling = null;
      if (this.wanted.size === 0) this.leave();
      else if (!this.isIn) this.enter();
      else {
        this.introduce([...this.wanted].filter((id) => !this.said.has(id)));
        this.arrange();
      }
    });
  }

  enter() {
    if (this.isIn || this.wanted.size === 0) return;
    this.isIn = true;
    if (this.name) {
      this.channel = new BroadcastChannel(this.name);
      this.channel.onmessage = ({ data }) => this.hear(data);
    }
    this.introduce();
    this.queue();
  }

  // A page that was left may be kept by the browser: it must hold neither the lead nor a channel meanwhile.
  leave() {
    this.post({ wants: [] });
    this.lose();
    clearTimeout(this.patience);
    this.channel?.close();
    this.channel = this.isIn = null;
    this.others.clear();
    this.said.clear();
  }

  // A page that is not seen gives up the lead where another is seen; where none is, it keeps it.
  turn() {
    this.introduce(document.hidden ? [] : undefined);
    if (document.hidden && !(this.leads && [...this.others.values()].every(({ isSeen }) => !isSeen))) this.queue();
  }

  introduce(asks = [...this.wanted]) {
    this.post({ wants: [...this.wanted], asks });
    this.expect(PATIENCE);
  }

  post(message) {
    this.channel?.postMessage({ from: SELF, isSeen: !document.hidden, leads: this.leads, ...message });
  }

  hear({ from, to, isSeen, leads, calls, wants, asks = [], others = [], said = [] }) {
    if (leads) this.expect(this.silence);
    if (calls) this.post({ wants: [...this.wanted] });
    if (to && to !== SELF) return;
    for (const [who, what] of others) if (who !== SELF && !this.others.has(who)) this.others.set(who, what);
    for (const one of said) this.take(one);
    if (!wants) return;
    this.silent.delete(from);
    if (wants.length > 0) this.others.set(from, { wants, isSeen });
    else this.others.delete(from);
    if (!this.leads) return;
    if (asks.length > 0) this.post({ to: from, others: this.others, said: asks.flatMap((id) => this.said.get(id) ?? []) });
    if (isSeen && document.hidden) this.queue();
    else this.arrange();
  }

  // A page that is seen takes the place of one that leads and says nothing.
  expect(time) {
    clearTimeout(this.patience);
    if (this.channel && !this.leads && !document.hidden) this.patience = setTimeout(() => this.queue(true), time);
  }

  queue(isForced) {
    this.lose();
    this.quit = stand(this.name, isForced, () => this.lead(), () => this.queue());
  }

  lead() {
    this.leads = true;
    clearTimeout(this.patience);
    this.call();
    // Another that is seen answers first.
    this.arrange(document.hidden ? 100 : 0);
  }

  lose() {
    clearTimeout(this.pause);
    for (const stream of this.streams) stream.close();
    this.streams = [];
    this.leads = false;
    this.quit?.();
    this.quit = null;
  }

  // Lets another try, which may reach what this page does not.
  fail(wait) {
    this.wait = Math.min(2 * this.wait, LATE);
    if (!this.streams.every(({ isLost }) => isLost)) return;
    this.lose();
    this.pause = setTimeout(() => this.queue(), wait);
  }

  // Asks who is there, and forgets who has not answered last time: browsers end pages without a word.
  call() {
    if (performance.now() < this.nextCall) return;
    this.nextCall = performance.now() + PATIENCE;
    for (const who of this.silent) this.others.delete(who);
    this.silent = new Set(this.others.keys());
    this.post({ calls: true });
    this.arrange();
  }

  arrange(wait) {
    this.arranging ??= setTimeout(() => {
      this.arranging = null;
      if (this.leads) this.share(new Set([...this.wanted, ...[...this.others.values()].flatMap(({ wants }) => wants)]));
    }, wait);
  }

  // As many streams as all labels need; those whose labels stay go on.
  share(ids) {
    for (const id of this.said.keys()) if (!ids.has(id)) this.said.delete(id);
    const changed = new Set();
    for (const stream of this.streams) for (const id of stream.ids) if (!ids.delete(id) && stream.ids.delete(id)) changed.add(stream);
    for (const id of ids) {
      const asks = this.mode === 'next' && this.streams.filter(({ asks }) => asks).length < MAXIMUM_ASKED;
      const mayShare = (one) => !asks && !one.asks && one.ids.size < MAXIMUM_LABELS && [id, ...one.ids].every((each) => POSSIBLE.test(each));
      let stream = this.streams.find(mayShare);
      if (!stream) this.streams.push(stream = new Stream(this, asks));
      stream.ids.add(id);
      changed.add(stream);
    }
    for (const stream of changed) stream.open();
    this.streams = this.streams.filter((one) => one.ids.size > 0);
  }

  say(event, data) {
    this.take([event, data]);
    this.post({ said: [[event, data]] });
  }

  take([event, data]) {
    const { label, id = label?.id } = data;
    if (id && !this.leads && !this.wanted.has(id)) return;
    const isPiece = (other) => other.version === label?.version && other.start !== label.start;
    const states = this.said.get(id)?.filter(([, { label: other }]) => other && (!event || isPiece(other))) ?? [];
    if (id) this.said.set(id, [...states.slice(event ? -1 : 0), [event, data]]);
    if (!id || this.wanted.has(id)) this.tell(event, data);
  }
}

// The labels of a stream, or one that is asked for again and again.
class Stream {
  ids = new Set();

  constructor(source, asks) { Object.assign(this, { source, asks }); }

  open() {
    this.close();
    this.turn = new AbortController();
    if (this.ids.size > 0) this.follow(this.turn.signal);
  }

  close() { this.turn?.abort(); }

  async follow(signal) {
    const { base, mode } = this.source;
    const url = new URL(base);
    url.pathname = `${base.pathname.replace(/\/$/, '')}/${this.asks ? `${encodeURIComponent([...this.ids])}/next` : 'stream'}`;
    if (!this.asks) {
      for (const id of this.ids) url.searchParams.append('id', id);
      url.searchParams.set('mode', mode === 'next' ? 'changes' : mode);
    }
    while (!signal.aborted) {
      this.isLost = !await this.read(url, signal);
      if (signal.aborted) return;
      // Not all viewers at the same moment.
      const wait = this.source.wait * (0.5 + Math.random());
      if (this.isLost) this.source.fail(wait);
      await pause(wait);
    }
  }

  // Returns whether the service has been there.
  async read(url, signal) {
    const { source } = this;
    const attempt = new AbortController();
    const stop = () => attempt.abort();
    signal.addEventListener('abort', stop, attempt);
    let watchdog;
    const watch = () => {
      clearTimeout(watchdog);
      watchdog = setTimeout(stop, source.silence);
    };
    let isThere = false;
    const get = async (url, cache) => {
      watch();
      const response = await fetch(url, { signal: attempt.signal, cache });
      if (response.ok) {
        source.wait = SOON;
        if (!isThere) source.say('open', {});
        isThere = true;
      }
      return response;
    };
    try {
      if (this.asks) {
        const { follow } = await import('./kinetype-next.js');
        await follow(url, get, source, [...this.ids][0]);
        return false;
      }
      const response = await get(url, 'no-store');
      if (response.ok) {
        await read(response, ({ event, data }) => {
          watch();
          if (signal.aborted) return;
          if (data) source.say(event, JSON.parse(data));
          else source.call();
        });
      } else {
        const problem = await response.json();
        for (const id of this.ids) source.say('refused', { id, problem });
      }
    } catch {
      // A lost connection is tried again.
    } finally {
      clearTimeout(watchdog);
      stop();
    }
    return isThere;
  }
}

// What is opened by a key or a token is shared with those alone that have the same; `null` where that cannot be told,
// since browsers have no SHA-256 for pages over plain HTTP.
async function channelName(base, mode) {
  const [address, secret] = base.href.split('?');
  if (secret && !crypto.subtle) return null;
  const hash = secret && await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret));
  return `kinetype 1 ${mode} ${address} ${new Uint8Array(hash)}`;
}

// Waits for the lead, which is a Web Lock; `lose` is called when it is taken away. Returns what gives it up.
function stand(name, isForced, lead, lose) {
  if (name === null) {
    lead();
    return null;
  }
  if (!navigator.locks) return elect(name, lead, lose);
  const leaving = new AbortController();
  const { signal } = leaving;
  const hold = () => signal.aborted || new Promise((resolve) => {
    signal.addEventListener('abort', resolve);
    lead();
  });
  navigator.locks.request(name, isForced ? { steal: true } : { signal }, hold).catch((error) => {
    if (signal.aborted) return;
    if (error.name === 'AbortError') lose();
    // A page without an origin is alone.
    else lead();
  });
  return () => leaving.abort();
}

// Pages over plain HTTP have no Web Locks: those that wait ask each second who leads, and the first of them, of which those
// that are seen come before others, takes the place of one that leaves or does not answer.
function elect(name, lead, lose) {
  const channel = new BroadcastChannel(`${name} lead`);
  const waiting = new Map();
  // Since when there is no answer; the first question is answered at once or never.
  let asked = -Infinity;
  let leads = false;
  const rank = () => `${Number(document.hidden)} ${SELF}`;
  const say = (state) => channel.postMessage({ from: SELF, place: rank(), state });
  const isPast = (time) => performance.now() - time > PATIENCE;
  const claim = () => {
    if (leads) return;
    for (const { place, time } of waiting.values()) if (place < rank() && !isPast(time)) return;
    leads = true;
    say('leads');
    lead();
  };
  channel.onmessage = ({ data: { from, place, state } }) => {
    waiting.delete(from);
    if (state === 'waits') {
      waiting.set(from, { place, time: performance.now() });
      if (leads) say('leads');
    } else if (state === 'leaves') claim();
    else if (state === 'leads' && !leads) asked = Infinity;
    else if (state === 'leads' && place > rank()) say('leads');
    else if (state === 'leads') {
      leads = false;
      lose();
    }
  };
  const ask = () => {
    if (isPast(asked)) claim();
    asked = Math.min(asked, performance.now());
    if (!leads) say('waits');
  };
  say('waits');
  const timers = [setTimeout(ask, 100), setInterval(ask, 1000)];
  return () => {
    say(leads ? 'leaves' : 'goes');
    timers.forEach(clearTimeout);
    channel.close();
  };
}
