import { animate } from './kinetype.js';

// A preset is the query of its animation, so that the page's address, the service's and a preset are the same thing.
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

/** More rows than anyone reads, or points than a plot has pixels, slow the page down while frames come in. */
const MAXIMUM_ROWS = 600;
const MAXIMUM_POINTS = 1000;

/** Texts of so many ems have room in any window; longer ones scroll. */
const LONG = 30;

const find = (id) => document.getElementById(id);
const form = find('settings');
const fields = [...form.elements].filter((field) => field.name);

// MARK: State

/** Parameters without a field, such as `delay`, that came with the address. */
let others = new URLSearchParams();

/** What the service is asked for: the fields that are filled in, and everything else of the address. */
function query() {
  const result = new URLSearchParams();
  // A decay finds its target itself, and must not be told even an empty one.
  const isDecay = /^\s*decay\(/.test(find('curve').value);
  for (const { name, value } of fields) {
    if (value !== '' || (name === 'to' && !isDecay)) result.set(name, value);
  }
  if (!result.has('from')) result.set('from', result.has('format') ? '0' : '');
  for (const [name, value] of others) result.append(name, value);
  return result;
}

function fill(parameters) {
  others = new URLSearchParams(parameters);
  for (const field of fields) {
    field.value = others.get(field.name) ?? '';
    others.delete(field.name);
  }
}

/** Keeps the address a link to what the page shows. */
function remember() {
  history.replaceState(null, '', `?${query()}`);
  for (const button of find('presets').children) {
    button.ariaPressed = String(button.dataset.query === query().toString());
  }
}

// MARK: Preview

let preview;

/** Fetches the whole sequence: the curve is drawn from it, and what is wrong is told beside the fields. */
async function load() {
  preview?.abort();
  preview = new AbortController();
  const { signal } = preview;
  remember();
  showSnippets();
  try {
    const response = await fetch(`v1/frames?${query()}`, { signal, headers: { Accept: 'application/json' } });
    const answer = await response.json();
    if (signal.aborted) return undefined;
    showProblem(response.ok ? {} : answer);
    if (!response.ok) return undefined;
    showCurve(answer.frames);
    return answer;
  } catch (error) {
    if (!signal.aborted) showProblem({ detail: 'The service does not answer.' });
    return undefined;
  }
}

function showProblem({ detail = '', errors = [] }) {
  for (const field of fields) showFieldProblem(field, errors.filter(({ parameter }) => parameter === field.name));
  const names = fields.map(({ name }) => name);
  const elsewhere = errors.filter(({ parameter }) => !names.includes(parameter));
  const sentences = elsewhere.map((error) => plain(`${error.parameter} ${error.detail}.`));
  const marked = errors.length - elsewhere.length;
  if (marked > 0) sentences.unshift(marked === 1 ? 'One setting cannot be used.' : `${marked} settings cannot be used.`);
  find('problem').textContent = errors.length === 0 ? detail : sentences.join(' ');
}

function showFieldProblem(field, errors) {
  field.nextElementSibling?.remove();
  field.removeAttribute('aria-invalid');
  field.removeAttribute('aria-describedby');
  if (errors.length === 0) return;
  const note = document.createElement('p');
  note.id = `${field.id}-problem`;
  note.className = 'problem';
  note.textContent = plain(sentence(errors.map(({ detail }) => detail).join('; ')));
  field.after(note);
  field.setAttribute('aria-invalid', 'true');
  field.setAttribute('aria-describedby', note.id);
}

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`.replace(/\.\.$/, '.');
const plain = (text) => text.replaceAll('`', '');

// MARK: Curve

/** Maps time and progress to the plot; set by the latest curve. */
let plot = () => [0, 0];

function showCurve(frames) {
  const end = frames.at(-1).time || 1;
  const values = frames.map(({ progress }) => progress);
  const low = Math.min(0, ...values);
  const high = Math.max(1, ...values);
  plot = ({ time, progress }) => [(time / end) * 400, 330 - ((progress - low) / (high - low)) * 320];
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

let run;
let clock;

async function play() {
  run?.cancel();
  const answer = await load();
  const label = find('label');
  const target = query().get('to') ?? '';
  fit(label, answer ? answer.frames.map(({ text }) => text) : [target]);
  if (!answer) {
    if (label.textContent === '') label.textContent = target;
    return;
  }
  find('frames').replaceChildren();
  clock = { origin: Infinity, lateness: [], worst: 0, count: answer.animation.frameCount };
  run = animate(label, { src: new URL(`v1/stream?${query()}`, document.baseURI) });
  const reason = await run.finished;
  if (reason === 'skipped') showAll(answer);
  if (reason === 'failed') showProblem({ detail: 'The service does not answer.' });
  if (reason !== 'cancelled') find('announcement').textContent = label.textContent;
}

/** Chooses the largest type in which every text has room. */
function fit(label, texts) {
  const pen = document.createElement('canvas').getContext('2d');
  const { fontWeight, fontFamily } = getComputedStyle(label);
  pen.font = `${fontWeight} 100px ${fontFamily}`;
  const widths = [...new Set(texts)].map((text) => pen.measureText(text).width / 100);
  const widest = Math.max(...widths);
  label.style.setProperty('--widest', widest);
  label.classList.toggle('long', widest > LONG);
}

/** One frame as it comes: its lateness is counted from the promptest frame so far. */
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

/** Without motion the frames are listed at once. */
function showAll({ frames }) {
  for (const frame of frames.slice(-MAXIMUM_ROWS)) appendRow(frame, '');
  showMoment(frames.at(-1));
  find('readout').textContent = `${frames.length} frames · ${frames.at(-1).time.toFixed(2)} s`;
}

function appendRow({ index, time, progress, text }, late) {
  const row = document.createElement('tr');
  for (const value of [index, `${time.toFixed(3)} s`, progress.toFixed(4), late, text]) {
    row.appendChild(document.createElement('td')).textContent = value;
  }
  const film = find('film');
  const isAtEnd = film.scrollTop + film.clientHeight > film.scrollHeight - 40;
  const rows = find('frames');
  rows.append(row);
  if (rows.children.length > MAXIMUM_ROWS) rows.firstChild.remove();
  if (isAtEnd) film.scrollTop = film.scrollHeight;
}

// MARK: Snippets

function showSnippets() {
  const stream = new URL(`v1/stream?${query()}`, document.baseURI);
  find('url').textContent = stream.href;
  find('curl').textContent = `curl -N '${stream.href}&as=text'`;
  find('tag').textContent = tag();
  find('react').textContent = reactComponent();
  find('vue').textContent = vueComponent();
}

/** Loads the module into a page. */
const script = () => `<script type="module" src="${new URL('kinetype.js', document.baseURI)}"></script>`;

/** Both texts, what visitors without script see, and the other parameters as attributes of the element. */
function element() {
  const { from, to, ...parameters } = Object.fromEntries(query());
  const attributes = Object.entries(parameters)
    .map(([name, value]) => ` ${name === 'style' ? 'numberStyle' : name}="${escaped(value)}"`);
  return { from, to: to ?? '', inside: to ?? from, attributes: attributes.join('') };
}

/** The element for another page. */
function tag() {
  const { from, to, inside, attributes } = element();
  return `${script()}\n`
    + `<kinetic-text from="${escaped(from)}" value="${escaped(to)}"${attributes}>${escaped(inside)}</kinetic-text>`;
}

function reactComponent() {
  const { from, to, attributes } = element();
  return `// index.html: ${script()}
import { useState } from 'react';

export function Label() {
  const [value, setValue] = useState(${JSON.stringify(from)});
  return <button onClick={() => setValue(${JSON.stringify(to)})}>
    <kinetic-text value={value}${attributes}>{value}</kinetic-text>
  </button>;
}`;
}

function vueComponent() {
  const { from, to, attributes } = element();
  return `<!-- index.html: ${script()} -->
<!-- vite.config.js: vue({ template: { compilerOptions: { isCustomElement: (tag) => tag === 'kinetic-text' } } }) -->
<script setup>
import { ref } from 'vue';
const [from, to] = ${JSON.stringify([from, to])};
const value = ref(from);
</script>
<template>
  <button @click="value = to"><kinetic-text :value="value"${attributes}>{{ value }}</kinetic-text></button>
</template>`;
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

async function copy(button) {
  const code = find(button.dataset.copies);
  try {
    await navigator.clipboard.writeText(code.textContent);
  } catch {
    // Only secure origins have a clipboard; elsewhere the selection has to do.
    getSelection().selectAllChildren(code);
    document.execCommand('copy');
  }
  const caption = button.firstChild;
  caption.data = 'Copied';
  setTimeout(() => { caption.data = 'Copy'; }, 1500);
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
  typing = setTimeout(load, 200);
}

function playNow(event) {
  event.preventDefault();
  clearTimeout(typing);
  play();
}

PRESETS.forEach(addPreset);
fill(location.search.length > 1 ? location.search : PRESETS[0][1]);
find('still').hidden = !matchMedia('(prefers-reduced-motion: reduce)').matches;
find('label').addEventListener('kinetic-frame', ({ detail }) => showFrame(detail));
form.addEventListener('input', previewSoon);
form.addEventListener('change', playNow);
form.addEventListener('submit', playNow);
for (const button of document.querySelectorAll('[data-copies]')) button.addEventListener('click', () => copy(button));
play();
