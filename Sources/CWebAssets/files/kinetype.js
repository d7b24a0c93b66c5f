// Text that moves: <kinetic-text from="9" value="12">12</kinetic-text>. See kinetype.d.ts.

// With any of these parameters both texts are numbers, which the service writes.
const NUMBER_PARAMETERS = '{{numberParameters}}'.split(' ');

// `patience`: milliseconds until a text that stands still changes without the service.
export const settings = { patience: 1500, service: null };

const runs = new WeakMap();

export function animate(element, { from, to, src, ...parameters } = {}) {
  const url = new URL(src ?? new URL('v1/frames', settings.service ?? import.meta.url), document.baseURI);
  const query = url.searchParams;
  for (const [name, value] of Object.entries({ from, to, ...parameters })) if (value != null) query.set(name, value);
  // A decay finds its target itself.
  if (query.get('to') === '' && /^\s*decay\(/.test(query.get('curve'))) query.delete('to');
  const run = create(element, url, NUMBER_PARAMETERS.some((name) => query.has(name)));
  // What is to come from elsewhere is not computed here.
  run.isLocal = src == null;
  const hasSource = from != null || (to == null && query.has('from'));
  const before = run.last;
  const isMoving = before && !before.reason && element.textContent === before.seen.lastText;
  // What moves goes on until the first frame of the new run is there.
  if (!playing || !isMoving || hasSource || playing.isStill(run)) replace(run, before, hasSource);
  else {
    run.before = before;
    playing.succeed(run);
  }
  return run;
}

const whole = (text, query) => (query.get('prefix') ?? '') + text + (query.get('suffix') ?? '');

const NUMBERS = /(\p{Nd}(?:[\p{Nd}.,:'’\u00a0\u202f]*\p{Nd})?)/u;

// Style sheets find the numbers of a text and what is around them. What comes and goes in a run does so by and by.
function put(element, text, run, later) {
  const pieces = element.hasPieces ? text.split(NUMBERS) : [];
  if (pieces.length < 2) return void (element.textContent = text);
  const coming = later?.split(NUMBERS);
  const isNew = element.childElementCount !== pieces.length;
  if (isNew) {
    const numbers = run && playing ? playing.release(element, run) : [];
    element.replaceChildren(...pieces.map((_, index) => (index % 2 && numbers.shift()) || document.createElement('span')));
  }
  pieces.forEach((piece, index) => {
    const span = element.children[index];
    span.part = index % 2 ? 'number' : index ? 'unit' : 'prefix';
    if (run && playing && !isNew) playing.write(span, piece, run, coming?.[index]);
    else if (span.textContent !== piece) span.textContent = piece;
  });
}

// One animation of an element. Unless cancelled, it leaves the final text, however it ends.
class Run {
  // Ends requests and listeners together with the run.
  abort = new AbortController();
  finished = new Promise((resolve) => { this.resolve = resolve; });

  constructor(element, url, isNumber) {
    const query = url.searchParams;
    Object.assign(this, { element, url, query, isNumber, lastText: element.textContent });
    this.isEndless = query.get('repeat') === 'infinite';
    // The run that follows starts from this number.
    if (isNumber) query.set('include', `${query.get('include') ?? 'labels'},shown`);
    // With `autoreverse` it ends where it began, which is not known yet.
    this.returns = !/^(0|false)$/.test(query.get('autoreverse') ?? 0);
    if (!this.returns) this.setTarget(query.get('to'));
  }

  setSource(from) {
    if (from != null) this.query.set('from', from);
    if (this.returns) this.setTarget(this.query.get('from'));
  }

  setTarget(to) { this.to = to ?? undefined; }

  // The target as it is written, if that is known; a guess may differ from what the service writes.
  write(isGuess) {
    const text = this.isNumber ? tools.numbers?.write(this.to, this.query, isGuess) : this.to;
    return text == null ? undefined : whole(text, this.query);
  }

  // The last text: a guess until the last frame.
  get final() { return this.text ?? this.write(true) ?? (this.to == null ? undefined : whole(this.to, this.query)); }
  set final(text) { this.text = text; }

  cancel() { this.end('cancelled'); }

  get isNothing() { return this.reason === 'cancelled' && !this.frame; }

  // The run whose frames are seen: another until the first frame of this is there.
  get seen() { return this.frame || !this.before ? this : this.before.seen; }

  start(animation) {
    if (this.reason) return;
    this.timer = clearTimeout(this.timer);
    if (this.count !== undefined) return;
    this.count = animation.frameCount;
    this.animation = animation;
    if (this.to == null) this.setTarget(animation.to);
  }

  end(reason, problem, isTold) {
    if (this.reason) return;
    this.reason = reason;
    this.abort.abort();
    clearTimeout(this.timer);
    if (problem) console.warn(`kinetype: ${problem.detail}`);
    this.before?.end('cancelled');
    this.before = null;
    if (!this.isNothing) this.last = null;
    const text = reason === 'cancelled' ? this.frame?.text : this.final;
    if (reason !== 'cancelled' && !this.hasGivenWay && text != null) put(this.element, this.lastText = text, reason === 'finished' && this);
    if (runs.get(this.element) === this) this.element.ariaBusy = null;
    const tell = () => {
      this.notify('end', { reason, text: text ?? this.element.textContent, problem: problem ?? undefined });
      this.resolve(reason);
    };
    // Not at once: a listener that sets the next value would call this method again.
    if (isTold) tell();
    else setTimeout(tell);
    this.next?.();
  }

  notify(what, detail) {
    this.element.dispatchEvent(new CustomEvent(`kinetic-${what}`, { detail, bubbles: true, composed: true }));
  }
}

function create(element, url, isNumber) {
  // What was good before: one that never showed anything was not.
  const run = Object.assign(new Run(element, url, isNumber), { tools, last: runs.get(element) });
  if (run.last?.isNothing) run.last = run.last.last;
  runs.set(element, run);
  return run;
}

function replace(run, before, hasSource) {
  if (run.reason) return;
  before?.end('cancelled');
  run.before = null;
  // The parts of the module are waited for longer, once.
  if (!playing) run.timer = setTimeout(() => run.end('failed'), 2500);
  const begin = () => playing.set(run, before, hasSource);
  if (playing) begin();
  else loadPlaying().then(begin, () => run.end('failed'));
}

// Finds frames and plays them.
let playing;
const loadPlaying = () => import('./kinetype-play.js').then((module) => {
  playing = module;
  tools.numbers = module.numbers;
  Run.prototype.show = module.show;
});

// What the other modules need; `lead`: the milliseconds that answers take of late.
const tools = { lead: 0, settings, runs, whole, put, replace, create };

// For pages that keep their own time.
export function drawing() { return import('./kinetype-draw.js').then(({ drawFrame }) => drawFrame); }

export const PARAMETERS = 'src key {{otherParameters}}'.split(' ').concat(NUMBER_PARAMETERS);

// HTML has a style, elements have a prefix, and frameworks take `key` for themselves.
export function attribute(parameter) {
  return { style: 'numberStyle', key: 'apiKey', prefix: 'textPrefix' }[parameter] ?? parameter;
}

// What writes a text in another way.
const FORMS = ['locale', 'textPrefix', 'suffix', 'rounding', ...NUMBER_PARAMETERS.map(attribute)];

// A kerned "11" would push its neighbours, and so would figures that change.
const STYLE = `:host{position:relative}:host>span:empty::before{content:"\\200b"}
[part=number]{font-kerning:none}[aria-busy]{--kinetype-equal:1;--kinetype-wide:1}
[aria-busy]>[part=number]{color:var(--kinetype-changed,inherit)}
[aria-busy]>[part=number],[part=number]>[part]{font-variant-numeric:var(--kinetype-numeric,tabular-nums)}
[data-gone]::before{content:attr(data-gone)}`;
let sheet;

const part = (root, style, textContent) =>
  root.appendChild(Object.assign(document.createElement('span'), { style, textContent }));

// Fifty elements begin together, and others in tasks of their own.
const changes = [];
const soon = (change) => { if (changes.push(change) === 1) queueMicrotask(begin); };

function begin() {
  const some = changes.splice(0, 50);
  if (changes.length > 0) setTimeout(begin);
  for (const change of some) change();
}

const observer = globalThis.IntersectionObserver && new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) target.see(isIntersecting);
});

export class KineticText extends (globalThis.HTMLElement ?? Object) {
  static get observedAttributes() { return ['value', 'src', 'label', ...FORMS].map((name) => name.toLowerCase()); }

  get value() { return this.getAttribute('value') ?? ''; }
  set value(text) { this.setAttribute('value', text ?? ''); }

  connectedCallback() {
    // An element that is only moved goes on.
    if (!this.unwatch) this.watch();
    if (!this.hasAttribute('label') && this.getAttribute('animate-on') !== 'load') observer.observe(this);
    // An endless animation starts again when the element comes back.
    if (this.run?.reason && this.run.isEndless) this.update(this.run.query.get('from'));
    if (this.shown) return;
    // What was set before this module was loaded hides the properties of the class.
    for (const name of ['value', ...PROPERTIES]) {
      const { [name]: given } = this;
      if (Object.hasOwn(this, name) && delete this[name]) this[name] = given;
    }
    const from = this.getAttribute('from');
    const shown = (value) => whole(value, { get: (name) => this.getAttribute(attribute(name)) });
    const isNumber = NUMBER_PARAMETERS.some((name) => this.hasAttribute(attribute(name)));
    const inside = this.textContent.trim();
    loadPlaying().catch(() => {});
    const text = ((from == null || isNumber) && inside) || (isNumber ? '' : shown(from ?? this.value));
    const root = this.attachShadow({ mode: 'open' });
    if (!sheet) (sheet = new CSSStyleSheet()).replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    if (this.hasAttribute('caret')) import('./kinetype-caret.js').then(({ adopt }) => adopt(root), () => {});
    // Screen readers read the final text.
    const unseen = 'position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);';
    this.spoken = part(root, `${unseen}user-select:none;white-space:pre`, inside || text);
    this.shown = Object.assign(part(root, '', ''), { ariaHidden: 'true', hasPieces: true });
    put(this.shown, text);
    if (!isNumber && !this.hasAttribute('src') && text === shown(this.value)) return;
    // What moves waits until it is seen.
    if (text && this.getAttribute('animate-on') !== 'load') this.awaits = { from };
    else this.update(from);
  }

  disconnectedCallback() {
    queueMicrotask(() => {
      if (this.isConnected) return;
      observer.unobserve(this);
      this.unwatch?.();
      this.run?.end('skipped');
    });
  }

  // A label that the service holds is followed for as long as the element is in the page.
  watch() {
    this.unwatch?.();
    if (!this.hasAttribute('label')) return;
    import('./kinetype-labels.js').then((module) => this.isConnected && module.watch(this, tools), () => {});
  }

  attributeChangedCallback(name, old, now) {
    if (name === 'label' && this.shown) return this.watch();
    // Setting the same value again ends the animation; setting an empty one again lets a decay go on.
    if (!this.shown || (old === now && now)) return;
    if (!this.change) soon(() => this.update(change.from, !change.hasText && !!(this.run?.reason ?? !this.run)));
    const change = this.change ??= {};
    if (name === 'value' && !this.run) change.from ??= old;
    change.hasText ||= ['value', 'src'].includes(name);
  }

  see(isSeen) {
    this.isSeen = isSeen;
    if (isSeen && this.awaits) soon(() => this.awaits && this.update(this.awaits.from));
  }

  // A text at rest that is only written in another way is not to move.
  update(from, isRewritten = false) {
    Object.assign(this, { change: null, isRewritten });
    if (this.awaits && !this.isSeen && this.isConnected) return;
    this.awaits = null;
    if (!this.matches(':is([value],[src]):not([label])')) return;
    const options = { from, to: this.getAttribute('value') };
    for (const name of PARAMETERS) options[name] = this.getAttribute(attribute(name));
    this.run = animate(this.shown, options);
    this.run.finished.then(() => this.speak());
    this.speak();
  }

  speak(said) {
    const { final, isNumber, isEndless, reason } = this.run;
    // Only the last frame tells how a number is written.
    if (isNumber && !reason && !isEndless) return;
    const text = said ?? final ?? this.shown.textContent;
    if (this.spoken.textContent !== text) this.spoken.textContent = text;
  }
}

// Which way wheels turn may be a function.
const PROPERTIES = PARAMETERS.filter((name) => name !== 'direction').map(attribute);
for (const name of PROPERTIES) Object.defineProperty(KineticText.prototype, name, {
  get() { return this.getAttribute(name); },
  set(value) { value == null ? this.removeAttribute(name) : this.setAttribute(name, value); },
});

// As the Web Animations API has them.
for (const order of ['play', 'pause', 'seek', 'reverse', 'finish']) {
  KineticText.prototype[order] = Run.prototype[order] = function control(time) {
    import('./kinetype-control.js').then((module) => module.obey(this, order, time), () => {});
  };
}

// A page may load it twice.
const registry = globalThis.customElements;
registry?.get('kinetic-text') ?? registry?.define('kinetic-text', KineticText);
