// Text that moves: <kinetic-text value="400 apples">100 apples</kinetic-text>. See kinetype.d.ts.

// With any of these two texts are two numbers, and the service writes them.
const WRITING = 'format style currency fractionDigits minimumIntegerDigits grouping sign notation'.split(' ');

// A late answer is not worth waiting for, in milliseconds.
const LATE = 2500;

const runs = new WeakMap();

export function animate(element, { from, to, src, ...parameters } = {}) {
  const earlier = runs.get(element);
  earlier?.cancel();
  const url = address(src ?? new URL('v1/frames', import.meta.url), { from, to, ...parameters });
  const query = url.searchParams;
  // A decay finds its target itself, and must not be told even an empty one.
  if (query.get('to') === '' && /^\s*decay\(/.test(query.get('curve'))) query.delete('to');
  const isNumber = WRITING.some((name) => query.has(name));
  let starved = earlier?.reason === 'cancelled' && !earlier.frame ? earlier.starved + 1 : 0;
  if (starved > 3 && earlier.to != null) {
    // Values that come faster than answers must not hold the label still.
    starved = 0;
    element.textContent = earlier.final;
    query.set('from', earlier.to);
  } else if (from == null && (to != null || !query.has('from'))) {
    query.set('from', earlier?.position(isNumber) ?? (isNumber ? number(element) : element.textContent));
  }
  const run = new Run(element, query, isNumber, starved);
  runs.set(element, run);
  begin(run, url);
  return run;
}

// The digits themselves: a number of JavaScript has not room for all.
const number = ({ textContent }) => (+textContent ? textContent.trim() : 0);

function address(base, parameters) {
  const url = new URL(base, document.baseURI);
  for (const name in parameters) if (parameters[name] != null) url.searchParams.set(name, parameters[name]);
  return url;
}

// However a run ends, unless cancelled, the final text remains.
class Run {
  abort = new AbortController();
  finished = new Promise((resolve) => { this.resolve = resolve; });

  constructor(element, query, isNumber, starved) {
    Object.assign(this, { element, query, isNumber, starved });
    // A run that takes over needs the exact number.
    if (isNumber) query.set('include', `${query.get('include') ?? 'labels'},value`);
    // There and back ends where it began.
    const end = query.get(/^(0|false)$/.test(query.get('autoreverse') ?? 0) ? 'to' : 'from');
    if (end != null) this.aim(end);
    // A live region speaks when it is no longer busy.
    element.ariaBusy = 'true';
    this.expect();
  }

  // The final text is a guess: the service knows better how a format writes the number.
  aim(to) {
    this.to = to;
    const format = this.query.get('format');
    this.final = format?.replace(/%%|%[^a-z%]*[a-z]/gi, (part) => (part === '%%' ? '%' : to)) ?? to;
  }

  cancel() { this.end('cancelled'); }

  // Where a following run starts: the shown text, or the number behind it.
  position(asNumber) {
    if (this.reason !== 'cancelled') return asNumber ? this.to : this.element.textContent;
    return this.frame?.[asNumber ? 'value' : 'text'] ?? this.query.get('from');
  }

  // Neither is a stream that stays away.
  expect() {
    this.timer ??= setTimeout(() => this.end('failed'), LATE);
  }

  start(animation) {
    if (this.reason) return;
    this.timer = clearTimeout(this.timer);
    if (this.count !== undefined) return;
    this.count = animation.frameCount;
    if (this.to == null) this.aim(animation.to);
    this.notify('start', animation);
  }

  show(frame) {
    if (this.reason) return;
    this.frame = frame;
    const isMoving = hasParts(frame);
    if (isMoving && drawing) drawing.draw(this.element, frame, this);
    else this.element.textContent = frame.text;
    // Until it is there, and where it is not, the text is shown.
    if (isMoving) this.parts ??= loadDrawing();
    this.notify('frame', frame);
    if (frame.index + 1 !== this.count) return;
    this.final = frame.text;
    this.end('finished');
  }

  end(reason, problem) {
    if (this.reason) return;
    this.reason = reason;
    this.abort.abort();
    clearTimeout(this.timer);
    if (problem) console.warn(`kinetype: ${problem.detail}`);
    if (reason !== 'cancelled' && this.final != null) this.element.textContent = this.final;
    this.element.ariaBusy = null;
    this.notify('end', { reason, text: this.element.textContent, problem });
    this.resolve(reason);
  }

  notify(what, detail) {
    this.element.dispatchEvent(new CustomEvent(`kinetic-${what}`, { detail, bubbles: true, composed: true }));
  }
}

function begin(run, url) {
  const { query, isNumber } = run;
  // A number that stays the same is only written.
  const stays = isNumber && query.get('from') === query.get('to');
  const isAway = run.element.getRootNode().host?.isConnected === false;
  const isStill = stays || isAway || document.hidden || matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (isStill && !isNumber && query.has('to')) queueMicrotask(() => run.end('skipped'));
  else if (isStill) showLast(run, url);
  else if (url.pathname.endsWith('/stream')) listen(run, url);
  else play(run, url);
}

function showLast(run, url) {
  // A decay of no duration would not leave its place, and what has none does not come back.
  const short = run.query.has('to') ? { to: run.to, duration: 0 } : { repeat: 1 };
  play(run, address(new URL('frames' + url.search, url), short), (_, frames) => run.show(frames.at(-1)));
}

async function play(run, url, show = showInTime) {
  try {
    const response = await fetch(url, { signal: run.abort.signal });
    const answer = await response.json();
    if (!response.ok) return run.end('failed', answer);
    run.start(answer.animation);
    if (hasParts(answer.frames[0])) {
      run.parts = loadDrawing();
      await Promise.race([run.parts, new Promise((resolve) => setTimeout(resolve, LATE))]);
    }
    show(run, answer.frames);
  } catch {
    run.end('failed');
  }
}

function showInTime(run, frames) {
  const origin = performance.now();
  let next = 0;
  const step = () => {
    if (run.reason) return;
    const due = next;
    while (frames[next]?.time * 1000 <= performance.now() - origin) next += 1;
    if (next > due) run.show(frames[next - 1]);
    requestAnimationFrame(step);
  };
  // Animation frames stop in a hidden tab, timers do not.
  run.timer = setTimeout(step, frames.at(-1).time * 1000 + 50);
  step();
}

// What only some need is not loaded with the rest: the parts of effects, morphs and odometers here, streams below.
let drawing, loading;
const hasParts = ({ columns, glyphs, labels }) => Boolean(columns ?? glyphs ?? labels);
const loadDrawing = () => loading ??= import('./kinetype-draw.js').then(
  (module) => { drawing = module; }, () => { loading = null; });

async function listen(run, url) {
  try {
    (await import('./kinetype-stream.js')).listen(run, url);
  } catch {
    run.end('failed');
  }
}

const PARAMETERS = `${WRITING.join(' ')} src duration curve fps frames interpolation effect transition locale rounding
  roundingFactor markers clamp delay repeat autoreverse speed seed columnMode direction include key`.split(/\s+/);

// HTML has a style of its own, and frameworks a key.
const attribute = (name) => ({ style: 'numberStyle', key: 'apiKey' })[name] ?? name;

function part(root, style, text) {
  const span = root.appendChild(document.createElement('span'));
  span.textContent = text;
  span.style.cssText = style;
  return span;
}

// Servers that render pages import this without an HTMLElement.
export class KineticText extends (globalThis.HTMLElement ?? Object) {
  static observedAttributes = ['value', 'src'];

  get value() { return this.getAttribute('value') ?? ''; }
  set value(text) { this.setAttribute('value', text); }

  connectedCallback() {
    if (this.shown) {
      // What never ends goes on where it is moved to.
      const query = this.run?.query;
      if (query?.get('repeat') === 'infinite') this.update(query.get('from'));
      return;
    }
    this.upgrade('value');
    const from = this.getAttribute('from');
    const text = from ?? (this.textContent.trim() || this.value);
    const root = this.attachShadow({ mode: 'open' });
    // Screen readers find the final text at any moment, never the moving one.
    const unseen = 'position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);';
    this.spoken = part(root, `${unseen}user-select:none;white-space:pre`, text);
    this.shown = part(root, 'font-variant-numeric:tabular-nums', text);
    this.shown.ariaHidden = 'true';
    const isAsked = ['src', ...WRITING].some((name) => this.hasAttribute(attribute(name)));
    if (isAsked || text !== this.value) this.update(from);
  }

  // What a page sets before this module has come is a plain property, and hides the one of the class.
  upgrade(name) {
    if (!Object.hasOwn(this, name)) return;
    const value = this[name];
    delete this[name];
    this[name] = value;
  }

  disconnectedCallback() { this.run?.end('skipped'); }

  attributeChangedCallback(name, old, now) {
    // Who sets it again and again lets it arrive; only a decay goes on, from the empty one.
    if (!this.shown || this.isChanged || (old === now && now)) return;
    this.isChanged = true;
    queueMicrotask(() => this.update(name === 'value' && !this.run ? old : null));
  }

  update(from) {
    this.isChanged = false;
    if (!this.matches('[value],[src]')) return;
    const options = { from, to: this.getAttribute('value') };
    for (const name of PARAMETERS) options[name] = this.getAttribute(attribute(name));
    this.run = animate(this.shown, options);
    const speak = () => { this.spoken.textContent = this.run.final ?? this.shown.textContent; };
    this.run.finished.then(speak);
    speak();
  }
}

globalThis.customElements?.define('kinetic-text', KineticText);
