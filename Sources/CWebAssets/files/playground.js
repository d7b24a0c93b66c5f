import { animate } from './kinetype.js';
import { showSnippets } from './playground-snippets.js';

// A preset is a query, as the address of the page and that of the service are.
const PRESETS = [
  ['Apples', { from: '100 apples', to: '400 apples' }],
  ['Spring', { from: '100 apples', to: '400 apples', curve: 'spring(dampingRatio: 0.4, velocity: -1)', duration: '3' }],
  ['Score', { from: 'Score: 1,250', to: 'Score: 98,400', curve: 'easeOut' }],
  ['Percentage', { from: '0', to: '87.5', format: '%.1f%%', curve: 'easeOutExpo' }],
  ['Price', { from: '$19.99', to: '$1,249.00', curve: 'snappy' }],
  ['Cycling label', { from: 'Good morning', to: 'Buenos días', effect: 'crossFade,scrollUp', duration: '600ms' }],
  ['Scale and fade', { from: 'One', to: 'Two', effect: 'scaleFadeOut', duration: '600ms' }],
  ['Typewriter', { from: '', to: 'Hello, world.', interpolation: 'typewriter', curve: 'linear' }],
  ['Scramble', { from: 'LOCKED', to: 'ACCESS GRANTED', interpolation: 'scramble', curve: 'linear' }],
  ['Odometer', { from: '09,986 km', to: '10,042 km', interpolation: 'odometer', duration: '3' }],
  ['Morph', { from: 'Design', to: 'Morphing', interpolation: 'morph', duration: '1', curve: 'linear' }],
  ['Countdown', { from: '5', to: '0', curve: 'steps(5)', duration: '5' }],
];

/** More rows or points than these would slow the page down while frames arrive. */
const MAXIMUM_ROWS = 600;
const MAXIMUM_POINTS = 1000;

/** Texts wider than this many ems scroll. */
const LONG = 30;

const find = (id) => document.getElementById(id);
const form = find('settings');
const fields = [...form.elements].filter((field) => field.name);

// MARK: State

/** Parameters without a field, such as `delay`, that came with the address. */
let others = new URLSearchParams();

/** Parameters of requests that mean nothing for the one animation of the page. */
const ELSEWHERE = ['animations', 'as', 'lastEventId'];

/** The query for the service: the fields that are filled in, and the other parameters of the address. */
function query() {
  const result = new URLSearchParams();
  // A decay finds its target itself, so it must not be given even an empty one.
  const isDecay = /^\s*decay\(/.test(find('curve').value);
  for (const field of fields) {
    const value = valueOf(field);
    if (value !== '' || (field.name === 'to' && !isDecay)) result.set(field.name, value);
  }
  if (!result.has('from')) result.set('from', result.has('format') ? '0' : '');
  for (const [name, value] of others) result.append(name, value);
  return result;
}

/** The value as it was given: a field of one line drops line breaks. */
const valueOf = ({ value, given }) => (given?.replace(/[\r\n]/g, '') === value ? given : value);

function fill(parameters) {
  others = new URLSearchParams(parameters);
  for (const name of ELSEWHERE) others.delete(name);
  for (const field of fields) {
    const value = others.get(field.name) ?? '';
    // A value that is no choice becomes one, so that the service can refuse it.
    if (field.options && [...field.options].every((option) => option.value !== value)) field.add(new Option(value));
    Object.assign(field, { given: value, value });
    others.delete(field.name);
  }
}

/** Makes the address of the page a link to what it shows. */
function remember() {
  history.replaceState(null, '', `?${query()}`);
  for (const button of find('presets').children) {
    button.ariaPressed = String(button.dataset.query === query().toString());
  }
}

// MARK: Preview

let preview;

/** The query of the whole sequence; an endless animation is fetched with one iteration. */
function previewQuery() {
  const result = query();
  result.delete('late');
  if (result.get('repeat') === 'infinite') result.set('repeat', '1');
  return result;
}

/** Fetches the whole sequence, draws its curve, and shows problems beside the fields. */
async function load(isTyping = false) {
  preview?.abort();
  preview = new AbortController();
  const { signal } = preview;
  remember();
  showSnippets(query());
  try {
    const response = await fetch(`v1/frames?${previewQuery()}`, { signal, headers: { Accept: 'application/json' } });
    const answer = await response.json();
    if (signal.aborted) return undefined;
    showProblem(response.ok ? {} : answer, isTyping);
    if (!response.ok) return undefined;
    showCurve(answer.frames);
    return answer;
  } catch (error) {
    if (!signal.aborted) showProblem(SILENCE, isTyping);
    return undefined;
  }
}

const SILENCE = { detail: 'The service does not answer.' };

/** While someone is typing, a new problem is not announced to screen readers. */
function showProblem({ detail = '', errors = [] }, isTyping = false) {
  for (const field of fields) showFieldProblem(field, errors.filter(({ parameter }) => parameter === field.name));
  const names = fields.map(({ name }) => name);
  const elsewhere = errors.filter(({ parameter }) => !names.includes(parameter));
  const sentences = elsewhere.map((error) => plain(`${error.parameter} ${error.detail}.`));
  const marked = errors.length - elsewhere.length;
  if (marked > 0) sentences.unshift(`${marked === 1 ? 'One setting' : `${marked} settings`} cannot be used.`);
  const text = errors.length === 0 ? plain(detail) : sentences.join(' ');
  const problem = find('problem');
  if (problem.textContent !== text && !(isTyping && text)) problem.textContent = text;
}

function showFieldProblem(field, errors) {
  field.nextElementSibling?.remove();
  field.removeAttribute('aria-invalid');
  field.removeAttribute('aria-describedby');
  if (errors.length === 0) return;
  const note = document.createElement('p');
  note.id = `${field.id}-problem`;
  note.className = 'problem';
  note.textContent = plain(sentence(errors.map(({ detail }) => reason(detail)).join('; ')));
  field.after(note);
  field.setAttribute('aria-invalid', 'true');
  field.setAttribute('aria-describedby', note.id);
}

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`.replace(/\.\.$/, '.');
const plain = (text) => text.replaceAll('`', '');

/** A detail without its introduction, where a sentence of its own follows. */
const reason = (detail) => detail.replace(/^[^:`]*: (?=[A-Z])/, '');

// MARK: Curve

/** Maps time and progress to the plot; set by the latest curve. */
let plot = () => [0, 0];

function showCurve(frames) {
  const end = frames.at(-1).time || 1;
  const values = frames.map(({ progress }) => progress);
  const low = Math.min(0, ...values);
  const high = Math.max(1, ...values);
  const place = (time) => (time > end ? time % end : time);
  plot = ({ time, progress }) => [(place(time) / end) * 400, 330 - ((progress - low) / (high - low)) * 320];
  const stride = Math.ceil(frames.length / MAXIMUM_POINTS);
  const points = frames
    .filter(({ index }) => index % stride === 0 || index === frames.length - 1)
    .map((frame) => plot(frame).map((value) => value.toFixed(2)).join(' '));
  for (const line of ['curve-line', 'curve-past']) find(line).setAttribute('d', `M${points.join('L')}`);
  for (const [axis, progress] of [['axis-start', 0], ['axis-end', 1]]) {
    const [, y] = plot({ time: 0, progress });
    find(axis).setAttribute('y1', y);
    find(axis).setAttribute('y2', y);
  }
  showMoment(frames[0]);
}

function showMoment(frame) {
  const [x, y] = plot(frame);
  find('dot').setAttribute('cx', x);
  find('dot').setAttribute('cy', y);
  find('past-area').setAttribute('width', x);
}

// MARK: Playing

let clock;
/** The detail of the last `kinetic-end`. */
let ending;

async function play() {
  const answer = await load();
  const label = find('label');
  if (!answer) {
    if (label.textContent === '') showTarget(label);
    return;
  }
  fit(label, answer.frames.map(({ text }) => text));
  rows.length = 0;
  find('frames').replaceChildren();
  const count = query().get('repeat') === 'infinite' ? '∞' : answer.animation.frameCount;
  clock = { origin: Infinity, lateness: [], worst: 0, count };
  const reason = await animate(label, { src: new URL(`v1/stream?${query()}`, document.baseURI) }).finished;
  if (reason === 'skipped') showAll(answer);
  appendRows();
  if (reason === 'failed') showProblem(ending.problem ?? SILENCE);
  if (reason !== 'cancelled') find('announcement').textContent = label.textContent;
}

/** Shows the target where nothing has been shown yet and nothing can be animated. */
function showTarget(label) {
  label.textContent = query().get('to') ?? '';
  fit(label, [label.textContent]);
}

/** Chooses the largest font size at which every text fits. */
function fit(label, texts) {
  const pen = document.createElement('canvas').getContext('2d');
  const { fontWeight, fontFamily } = getComputedStyle(label);
  pen.font = `${fontWeight} 100px ${fontFamily}`;
  const widths = [...new Set(texts)].map((text) => pen.measureText(text).width / 100);
  const widest = Math.max(...widths);
  const view = find('view');
  label.style.setProperty('--widest', widest);
  view.classList.toggle('long', widest > LONG);
  if (widest > LONG) view.tabIndex = 0;
  else view.removeAttribute('tabindex');
}

/** Shows a frame as it arrives; its lateness counts from the earliest frame so far. */
function showFrame(frame) {
  const start = performance.now() - frame.time * 1000;
  clock.origin = Math.min(clock.origin, start);
  const late = start - clock.origin;
  clock.lateness = [...clock.lateness.slice(-99), late];
  clock.worst = Math.max(clock.worst, late);
  showMoment(frame);
  appendRow(frame, `${late.toFixed(1)} ms`);
  find('readout').textContent =
    `${frame.index + 1} / ${clock.count} · ${frame.time.toFixed(2)} s · ${summary(clock)}`;
}

/** The median of the last frames, and the worst of all. */
function summary({ lateness, worst }) {
  const median = lateness.toSorted((a, b) => a - b)[Math.floor(lateness.length / 2)];
  return `late ${median.toFixed(1)} ms, at most ${worst.toFixed(1)}`;
}

/** Lists all frames at once, where motion is reduced. */
function showAll({ frames }) {
  for (const frame of frames.slice(-MAXIMUM_ROWS)) appendRow(frame, '');
  showMoment(frames.at(-1));
  find('readout').textContent = `${frames.length} frames · ${frames.at(-1).time.toFixed(2)} s`;
}

/** Rows that are added together in the next animation frame. */
const rows = [];

function appendRow({ index, time, progress, text }, late) {
  const row = document.createElement('tr');
  for (const value of [index, `${time.toFixed(3)} s`, progress.toFixed(4), late, text]) {
    row.appendChild(document.createElement('td')).textContent = value;
  }
  if (rows.push(row) === 1) requestAnimationFrame(appendRows);
  if (rows.length > MAXIMUM_ROWS) rows.shift();
}

function appendRows() {
  const film = find('film');
  const isAtEnd = film.scrollTop + film.clientHeight > film.scrollHeight - 40;
  const table = find('frames');
  table.append(...rows.splice(0));
  while (table.rows.length > MAXIMUM_ROWS) table.firstChild.remove();
  if (isAtEnd) film.scrollTop = film.scrollHeight;
}

// MARK: Page

function addPreset([name, parameters]) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = name;
  fill(parameters);
  button.dataset.query = query();
  button.addEventListener('click', () => {
    fill(button.dataset.query);
    play();
  });
  find('presets').append(button);
}

let typing;

function previewSoon() {
  clearTimeout(typing);
  typing = setTimeout(load, 200, true);
}

function playNow(event) {
  event.preventDefault();
  clearTimeout(typing);
  play();
}

PRESETS.forEach(addPreset);
const asked = new URLSearchParams(location.search);
fill(asked.has('from') || asked.has('to') ? asked : PRESETS[0][1]);
const stillness = matchMedia('(prefers-reduced-motion: reduce)');
const showStillness = () => { find('still').hidden = !stillness.matches; };
stillness.addEventListener('change', showStillness);
showStillness();
find('label').addEventListener('kinetic-frame', ({ detail }) => showFrame(detail));
find('label').addEventListener('kinetic-end', ({ detail }) => { ending = detail; });
form.addEventListener('input', previewSoon);
form.addEventListener('change', playNow);
form.addEventListener('submit', playNow);
play();
