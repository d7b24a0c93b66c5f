// The playground: settings in, a label that can be played, its curve, its frames, and lines to copy out.

import { clearCurve, showCurve, showMoment } from './playground-curves.js';
import { fill, plain, query, showFitting, showNotes } from './playground-fields.js';
import { attachPicker, showChoice, showCSS } from './playground-picker.js';
import { Player } from './playground-player.js';
import { PRESETS } from './playground-presets.js';
import { showSnippets } from './playground-snippets.js';
import { attachTimeline, drawTicks, setLoop } from './playground-timeline.js';

/** Texts wider than this many ems scroll. */
const LONG = 30;

/** Milliseconds from the last key to the preview, and further to what is wrong with it. */
const TYPING = 200;
const PATIENCE = 500;

const SILENCE = { detail: 'The service does not answer.' };

const find = (id) => document.getElementById(id);
const player = new Player(find('label'));
const stillness = matchMedia('(prefers-reduced-motion: reduce)');
const pause = (time) => new Promise((done) => setTimeout(done, time));

// MARK: Address

/** Makes the address of the page a link to what it shows; what somebody has chosen can be gone back to. */
function remember(isStep) {
  const address = `?${query()}`;
  if (isStep && location.search !== address) history.pushState(null, '', address);
  else history.replaceState(null, '', address);
  showPressed();
}

function showPressed() {
  const shown = query().toString();
  for (const button of find('presets').children) {
    button.ariaPressed = String(button.dataset.query === shown);
    // What is played here is seen here alone.
    if (button.textContent === 'Countdown') find('alike').hidden = button.dataset.query !== shown;
  }
}

// MARK: Preview

let loading;

/** The query of the whole sequence; an endless animation is fetched with one iteration, and looped. */
function previewQuery() {
  const result = query();
  result.delete('late');
  if (result.get('repeat') === 'infinite') result.set('repeat', '1');
  return result;
}

/** Fetches the sequence, and shows it or what is wrong beside the fields; whether it can be played. */
async function load(isTyping = false) {
  showChoice();
  loading?.abort();
  loading = new AbortController();
  const { signal } = loading;
  try {
    const response = await fetch(`v1/frames?${previewQuery()}`, { signal, headers: { Accept: 'application/json' } });
    const answer = await response.json();
    if (!response.ok && isTyping) await pause(PATIENCE);
    if (signal.aborted) return false;
    const wrong = showNotes(answer, apply);
    if (!response.ok) {
      refuse(wrong || plain(answer.detail), isTyping);
      return false;
    }
    await player.load(answer);
    if (signal.aborted) return false;
    show(answer);
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    refuse(SILENCE.detail, isTyping);
    return false;
  }
}

/**
 * Where something is wrong the label is empty, and the curve and what can be copied are those of before, which can be seen
 * and not used.
 */
function refuse(problem, isTyping) {
  player.clear();
  setUsable(false);
  drawTicks(player);
  find('readout').textContent = '';
  find('frame').textContent = '';
  find('announcement').textContent = '';
  // While someone is typing, a new problem is not announced to screen readers.
  find('problem').role = isTyping ? 'none' : 'alert';
  if (find('problem').textContent !== problem) find('problem').textContent = problem;
}

const setUsable = (isUsable) => { for (const id of ['take', 'figure']) find(id).inert = !isUsable; };

function show(answer) {
  find('problem').textContent = '';
  setUsable(true);
  fit(find('label'), answer.frames.map(({ text }) => text));
  drawTicks(player);
  setLoop(player, query().get('repeat') === 'infinite');
  if (answer.animation.animated) {
    showCurve(answer, query());
    showCSS(query());
  } else clearCurve();
  showSnippets(query());
}

/** Chooses the largest font size at which every text fits. */
function fit(label, texts) {
  const pen = document.createElement('canvas').getContext('2d');
  const { fontWeight, fontFamily } = getComputedStyle(label);
  pen.font = `${fontWeight} 100px ${fontFamily}`;
  const widest = Math.max(...[...new Set(texts)].map((text) => pen.measureText(text).width / 100));
  const view = find('view');
  label.style.setProperty('--widest', widest);
  view.classList.toggle('long', widest > LONG);
  if (widest > LONG) view.tabIndex = 0;
  else view.removeAttribute('tabindex');
}

/** Shows the final text, which is what a reader of the page looks for. */
function rest() {
  player.seek(player.end);
  announce();
}

const announce = () => { find('announcement').textContent = find('label').textContent; };

async function play() {
  clearTimeout(typing);
  if (!await load()) return;
  if (stillness.matches) rest();
  else player.play();
}

/** Plays what has been chosen, as an entry of the history. */
function apply() {
  remember(true);
  play();
}

// MARK: Page

let typing;

function addPreset([name, parameters]) {
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: name });
  fill(parameters);
  button.dataset.query = query();
  button.addEventListener('click', () => {
    fill(button.dataset.query);
    apply();
  });
  find('presets').append(button);
}

/** What the address asks for, or the first preset at rest. */
function start() {
  const asked = new URLSearchParams(location.search);
  const isAsked = asked.has('from') || asked.has('to');
  fill(isAsked ? asked : PRESETS[0][1]);
  if (isAsked) {
    remember();
    play();
  } else {
    showPressed();
    load().then((isShown) => isShown && rest());
  }
}

PRESETS.forEach(addPreset);
attachTimeline(player);
attachPicker();
player.addEventListener('frame', ({ detail }) => showMoment(detail));
player.addEventListener('end', announce);
const showStillness = () => {
  find('still').hidden = !stillness.matches;
  if (stillness.matches && player.isPlaying) {
    player.pause();
    rest();
  }
};
stillness.addEventListener('change', showStillness);
showStillness();
addEventListener('popstate', start);

find('settings').addEventListener('input', () => {
  clearTimeout(typing);
  remember();
  typing = setTimeout(async () => { if (await load(true)) player.seek(player.end); }, TYPING);
});
find('settings').addEventListener('change', () => {
  showFitting();
  remember();
  play();
});
find('settings').addEventListener('submit', (event) => {
  event.preventDefault();
  play();
});
start();
