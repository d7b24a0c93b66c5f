// Lets characters grow that come while a text counts, and those shrink that go, for kinetype-play.js. Each has a font size
// of its own meanwhile, and nothing else: so the browser lays out what is seen, and what stands beside it follows.

const COUNTING = ['number', 'numbers', 'odometer'];

// A text that is longer changes at once, and so does one whose letters join.
const LONGEST = 40;
export const JOINING = /[\u0600-\u08ff\ufb50-\ufdff\ufe70-\ufeff\u1800-\u18af]/;

// How long a character takes to come or go, unless the page says so.
const GROWTH = 300;
const EASING = 'cubic-bezier(.15,.75,.3,1)';

// The seconds by which digits begin to come before they count.
export const SOON = 0.15;

// What a character lacks of its size, and how far figures are from the page's own to equally wide ones.
const ROOM = '--kinetype-room';
const WIDE = '--kinetype-wide';
for (const name of [ROOM, WIDE]) {
  try {
    CSS.registerProperty({ name, syntax: '<number>', inherits: name === WIDE, initialValue: '0' });
  } catch {
    // A page may load this module twice.
  }
}

// What a page says of the times of a run: nothing where the browser takes it for no timing.
export function timed({ element, animation }, name) {
  const timing = element.getRootNode().host?.[name];
  try {
    return timing && new KeyframeEffect(null, null, { duration: 1000 * animation.duration, ...timing });
  } catch {
    return null;
  }
}

// A character that has some of its room, and its line is none the higher for it. Safari takes ems beside a variable for
// those of the size that grows, and others for those of its full size.
export const sized = (room, run) => `;font-size:calc((${room} + var(${ROOM}))*1em);line-height:0${spaced(run)}`;
export const spaced = ({ spacing }) => (spacing ? `;letter-spacing:calc((1 + 0*var(${ROOM}))*${spacing}em)` : '');

// What a figure has on each side while its page's own become equally wide ones.
export const apart = (lack) => `calc((var(${WIDE}) - var(--kinetype-equal,0))*${lack}em)`;

// What comes or goes at once does so little by little, and what changes again meanwhile adds up.
export function resize(one, room, run) {
  const lack = (one.room ?? 0) - room;
  one.room = room;
  if (Math.abs(lack) < 0.34) return;
  run.growth ??= timed(run, 'transformTiming')?.getTiming()
    ?? { duration: Math.min(GROWTH, 1000 * (run.animation.duration || 1)), easing: EASING };
  one.growing = (one.growing ?? 0) + 1;
  one.animate({ [ROOM]: [`${lack}`, '0'] }, { ...run.growth, composite: 'add' }).finished.catch(() => {}).then(() => {
    one.growing -= 1;
    const box = one.parentNode;
    if (one.room === 0 && one.growing === 0) one.remove();
    join(box);
  });
}

// Finds how the numbers of runs are set that begin or end, or whose font has come. What is returned lets their figures
// move apart, or together again: all that is read is read before anything is written.
export function glide(list) {
  const faces = Array.from(document.fonts, ({ status }) => status).join();
  if (faces !== known) forget();
  known = faces;
  const edges = list.filter(({ run, frame }) => run.element.hasPieces
    && (!run.element.ariaBusy || frame.index + 1 === run.count || run.fonts !== fonts));
  for (const { run } of edges) Object.assign(run, { fonts, ...figures(run.element) });
  const wide = edges.filter(({ run }) => run.figures);
  for (const { run: { element } } of wide) element.style.transition = `${WIDE} ${GROWTH}ms ${EASING}`;
  return () => {
    for (const { run: { element, figures } } of wide) {
      element.isWide = true;
      element.ontransitionend = () => {
        element.isWide = false;
        [...element.children].forEach(join);
      };
      for (const span of element.children) if (span.part.value === 'number') split(span, figures);
    }
  };
}

const FONT = ['fontFamily', 'fontWeight', 'fontStyle', 'fontStretch', 'fontSize', 'letterSpacing', 'fontVariantNumeric',
  'fontFeatureSettings', 'fontVariationSettings', 'fontKerning', 'textTransform'];

// What has been measured in each font; one that has come, or a window of another size, makes it old. (Safari tells of no
// font that comes.)
export let fonts = new Map();
const forget = () => { fonts = new Map(); };
globalThis.addEventListener?.('resize', forget);
// How each face was: where one comes, browsers may forget others that nobody needs.
let known;

// The font of an element: its spacing in ems, and the widths of texts in it.
export function em(element) {
  const style = getComputedStyle(element);
  const key = [...FONT.map((name) => style[name]), style.getPropertyValue('--kinetype-numeric')].join('\0');
  if (fonts.size > 100) fonts.clear();
  const spacing = parseFloat(style.letterSpacing) / parseFloat(style.fontSize) || 0;
  if (!fonts.has(key)) fonts.set(key, { spacing, plain: new Map(), number: new Map(), edges: new Map() });
  return fonts.get(key);
}

export const span = (more) => Object.assign(document.createElement('span'), more);
export const add = (box, textContent, style) => box.appendChild(span({ textContent, style }));

// In ems, and however large it is drawn; nothing of what is hidden.
export const width = (span) => {
  const { width, fontSize } = getComputedStyle(span);
  return parseFloat(width) / parseFloat(fontSize) || undefined;
};

// Half of what each figure lacks of one that is as wide as all, where they are not.
function figures(element) {
  const font = em(element);
  if (font.figures === undefined) {
    const box = add(element, '', 'position:absolute;visibility:hidden');
    const probes = Array.from('0123456789', (digit) => ['inherit', 'var(--kinetype-numeric,tabular-nums)'].map((set) => add(
      box, digit, `position:absolute;font-kerning:none;font-variant-numeric:${set}`)));
    const lacks = probes.map(([own, equal]) => [own.textContent, (width(equal) - width(own)) / 2]);
    box.remove();
    // What is hidden is measured when it is seen.
    if (lacks[0][1] === lacks[0][1]) font.figures = lacks.some(([, lack]) => Math.abs(lack) > 0.005) && new Map(lacks);
  }
  return { spacing: font.spacing, figures: font.figures };
}

const kind = (text) => text.replace(/\p{Nd}/gu, '0');

// The point of a number, or its end: beside three figures it may be that of a group.
const point = (text) => text.search(/[^0](0{1,2}|0{4,})$|$/);

// Which character of one text each of another stands in for, if any: figures by their places about the point, what stands
// before and after them from the ends.
export function places(before, now) {
  const [a, b] = [before, now].map((list) => list.map(kind));
  const [last, first] = [a, b].map((list) => point(list.join('')));
  const from = b.map(() => -1);
  const pair = (i, j, step) => {
    for (; i in a && a[i] === b[j] && from[j] < 0 && !from.includes(i); i += step, j += step) from[j] = i;
  };
  pair(last - 1, first - 1, -1);
  pair(last, first, 1);
  pair(0, 0, 1);
  return from;
}

// What is to come ahead of a number, as zeros until it counts, so that no number is read without what stands before it.
export function ahead(text, later) {
  const [now, then] = [text, later].map(kind);
  const isAlike = then.endsWith(now) && now.length - point(now) === then.length - point(then);
  return isAlike ? Array.from(later).slice(0, then.length - now.length).map(zero) : [];
}

// Writes a piece of a text that counts in place of the one before.
export function write(box, text, run, later = text) {
  const last = box.textContent;
  const zeros = ahead(text, later);
  const isAlike = kind(last) === kind(text) && zeros.length === 0;
  const isWhole = isAlike ? box.childElementCount === 0
    : !COUNTING.includes(run.animation?.interpolation) || Math.max(last.length, text.length) > LONGEST || JOINING.test(last + text);
  if (isWhole) {
    if (last !== text) box.textContent = text;
    return;
  }
  const own = box.part.value === 'number' && run.figures;
  const cells = split(box, own).filter((one) => one.room);
  const [before, now] = [cells.map((one) => one.dataset.gone ?? one.textContent), [...zeros, ...text]];
  const from = places(before, now);
  let next = null;
  for (let index = now.length - 1; index >= 0; index -= 1) {
    let one = cells[from[index]];
    if (!one) {
      // What was about to go comes back.
      const gone = next ? next.previousSibling : box.lastChild;
      one = gone?.room === 0 ? gone : box.insertBefore(span(), next);
      change(one, 1, run);
    }
    fill(one, now[index], own, index < zeros.length);
    next = one;
  }
  cells.forEach((one, index) => {
    if (from.includes(index)) return;
    leave(one, before[index], run);
  });
}

// The numbers of an element whose wheels are characters from now on, which go on to come and go.
export const release = (element, run) => [...element.querySelectorAll('[part=number]')].filter(({ cells }) => cells).map((box) => {
  box.cells = box.style.cssText = '';
  for (const one of box.children) {
    if (one.dataset.gone === undefined) one.textContent = one.column.text;
    one.removeAttribute('part');
    one.style.cssText = one.growing > 0 ? sized(one.room, run) : '';
  }
  join(box);
  return box;
});

// A digit that goes is a zero ahead of the number, and no text.
export function leave(one, text, run) {
  one.dataset.gone = zero(text);
  one.textContent = '';
  change(one, 0, run);
}

// The zero of a digit's script; what is none stays.
function zero(text) {
  const before = isDigit(text) && String.fromCodePoint(text.codePointAt(0) - 1);
  return isDigit(before) ? zero(before) : text;
}

const isDigit = (text) => /^\p{Nd}$/u.test(text);

function change(one, room, run) {
  resize(one, room, run);
  if (one.growing > 0) one.style.cssText += sized(room, run);
  else if (room === 0) one.remove();
}

// Each character of a piece by itself, and all of them in one again where none has a size of its own.
function split(box, own) {
  if (box.childElementCount === 0) {
    box.replaceChildren(...Array.from(box.textContent, (character) => fill(span({ room: 1 }), character, own)));
  } else if (own) for (const one of box.children) if (one.textContent) fill(one, one.textContent, own);
  return [...box.children];
}

function join(box) {
  if (!box?.part.value || !box.childElementCount || box.parentNode?.isWide) return;
  if (![...box.children].some((one) => one.growing > 0 || one.dataset.gone || one.part.value)) box.textContent = box.textContent;
}

function fill(one, character, own, isComing) {
  const text = isComing ? '' : character;
  if (isComing) one.dataset.gone = character;
  else delete one.dataset.gone;
  if (one.textContent !== text) one.textContent = text;
  const lack = (own && own.get(character)) || 0;
  if ((one.lack ?? 0) !== lack) one.style.margin = `0 ${apart(lack)}`;
  one.lack = lack;
  return one;
}
