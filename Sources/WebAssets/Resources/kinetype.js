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
  // A decay finds its target itself, and must be told none.
  if (query.get('to') === '' && /^\s*decay\(/.test(query.get('curve'))) query.delete('to');
  const isNumber = WRITING.some((name) => query.has(name));
  let starved = earlier?.reason === 'cancelled' && !earlier.frame && earlier.starved + 1;
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

// The digits: a number of JavaScript has not room for all.
const number = ({ textContent }) => (+textContent ? textContent.trim() : 0);

function address(base, parameters) {
  const url = new URL(base, document.baseURI);
  for (const name in parameters) if (parameters[name] != null) url.searchParams.set(name, parameters[name]);
  return url;
}

// However a run ends, unless cancelled, the final text remains.
class Run {
  // Options of what ends with it.
  abort = new AbortController();
  finished = new Promise((resolve) => { this.resolve = resolve; });

  constructor(element, query, isNumber, starved) {
    Object.assign(this, { element, query, isNumber, starved });
    // Who takes over needs the number.
    if (isNumber) query.set('include', `${query.get('include') ?? 'labels'},value`);
    // There and back ends where it began.
    const end = query.get(/^(0|false)$/.test(query.get('autoreverse') ?? 0) ? 'to' : 'from');
    if (end != null) this.aim(end);
    // A live region speaks when it is no longer busy.
    element.ariaBusy = 'true';
    this.expect();
  }

  // The final text is a guess: the service knows how a format writes.
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
  expect() { this.timer ??= setTimeout(() => this.end('failed'), LATE); }

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
  const skip = () => run.end('skipped');
  // A number that stays the same is only written.
  const stays = isNumber && query.get('from') === query.get('to');
  const isAway = run.element.getRootNode().host?.isConnected === false;
  const stillness = matchMedia('(prefers-reduced-motion: reduce)');
  if (!(stays || isAway || document.hidden || stillness.matches)) {
    stillness.addEventListener('change', skip, run.abort);
    return (url.pathname.endsWith('/stream') ? listen : play)(run, url);
  }
  if (!isNumber && query.has('to')) return queueMicrotask(skip);
  // A decay of no duration would not leave its place; nothing that has none comes back.
  const short = query.has('to') ? { to: run.to, duration: 0 } : { repeat: 1 };
  playWhole(run, url, short, (_, frames) => run.show(frames.at(-1)));
}

// Fetches what would be a stream.
function playWhole(run, url, parameters, show) {
  const whole = address(new URL(`frames${url.search}`, url), parameters);
  whole.searchParams.delete('late');
  play(run, whole, show);
}

async function play(run, url, show = showInTime) {
  try {
    const response = await fetch(url, run.abort);
    const answer = await response.json();
    if (!response.ok) return run.end('failed', answer);
    run.start(answer.animation);
    if (hasParts(answer.frames[0])) {
      await Promise.race([loadDrawing(), new Promise((resolve) => setTimeout(resolve, LATE))]);
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

// Loaded where needed: what draws effects, morphs and odometers, and what listens to streams.
let drawing, loading;
const hasParts = ({ columns, glyphs, labels }) => columns ?? glyphs ?? labels;
const loadDrawing = () => loading ??= import('./kinetype-draw.js').then(
  (module) => { drawing = module; }, () => { loading = null; });

const listen = (run, url) => import('./kinetype-stream.js').then(
  (module) => module.listen(run, url, playWhole), () => run.end('failed'));

export const PARAMETERS = `${WRITING.join(' ')} src key duration curve fps frames interpolation effect transition locale
  rounding roundingFactor markers clamp delay repeat autoreverse speed seed columnMode direction include`.split(/\s+/);

// HTML has a style of its own, and frameworks a key.
const attribute = (name) => ({ style: 'numberStyle', key: 'apiKey' })[name] ?? name;

const part = (root, style, textContent) =>
  root.appendChild(Object.assign(document.createElement('span'), { style, textContent }));

// Servers that render pages have no HTMLElement.
export class KineticText extends (globalThis.HTMLElement ?? Object) {
  static observedAttributes = ['value', 'src'];

  get value() { return this.getAttribute('value') ?? ''; }
  set value(text) { this.setAttribute('value', text); }

  connectedCallback() {
    // What never ends goes on where it is moved to.
    const query = this.run?.query;
    if (query?.get('repeat') === 'infinite') this.update(query.get('from'));
    if (this.shown) return;
    // Set before this module came, it is a plain property, and hides the one of the class.
    const { value } = this;
    if (Object.hasOwn(this, 'value') && delete this.value) this.value = value;
    const from = this.getAttribute('from');
    const text = from ?? (this.textContent.trim() || this.value);
    const root = this.attachShadow({ mode: 'open' });
    // Screen readers find the final text, never the moving one.
    const unseen = 'position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);';
    this.spoken = part(root, `${unseen}user-select:none;white-space:pre`, text);
    this.shown = part(root, 'font-variant-numeric:tabular-nums', text);
    this.shown.ariaHidden = 'true';
    const isAsked = ['src', ...WRITING].some((name) => this.hasAttribute(attribute(name)));
    if (isAsked || text !== this.value) this.update(from);
  }

  disconnectedCallback() { this.run?.end('skipped'); }

  attributeChangedCallback(name, old, now) {
    // Set again, a value lets the label arrive; an empty one lets a decay go on.
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
    this.run.finished.then(() => this.speak());
    this.speak();
  }

  speak() {
    const text = this.run.final ?? this.shown.textContent;
    if (this.spoken.textContent !== text) this.spoken.textContent = text;
  }
}

// A page may load this twice, from two addresses.
const registry = globalThis.customElements;
registry?.get('kinetic-text') ?? registry?.define('kinetic-text', KineticText);
