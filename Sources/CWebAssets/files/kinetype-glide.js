// Moves what stands beside a number little by little where the number gets wider or narrower at once, for
// kinetype-play.js.

import { curve } from './kinetype-curves.js';

const COUNTING = ['number', 'numbers', 'odometer'];

// The longest time in seconds, but for springs, which take the time that they take.
const LONGEST = 0.9;

const STEPS = 60;

// How what comes or goes at once moves in a run: along its curve, unless the page says how.
export function pace(run) {
  return run.pace ??= timed(run, 'transformTiming')?.getTiming() ?? paced(run);
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

function paced({ animation: { curve: text, duration }, query, player, returns }) {
  const own = curve(text);
  const frames = !returns && !query?.has('repeat') && player?.frames;
  const motion = own?.fitted?.(duration) ?? own ?? (frames ? sent(frames) : curve('ease-out'));
  const time = Math.min(motion.settling?.(0.001) ?? LONGEST, duration) || LONGEST;
  const points = Array.from({ length: STEPS - 1 }, (_, step) => motion.position((time * (step + 1)) / STEPS, time).toFixed(4));
  // Safari before 17.2 would throw.
  const easing = CSS.supports('animation-timing-function', 'linear(0,1)') ? `linear(0,${points},1)` : 'ease-out';
  return { duration: (1000 * time) / (query?.get('speed') ?? 1), easing };
}

// The service alone knows its other curves, of which its frames tell.
const sent = (frames) => ({
  position: (time, whole) => frames.findLast((frame) => frame.time <= (time / whole) * frames.at(-1).time).progress,
});

// Measures the numbers that are about to change their width. What is returned measures them again and moves them; so the
// page is laid out twice, however many they are.
export function glide(list) {
  const changed = list.filter(changesWidth).map(({ run, frame }) => (
    { run, texts: [run.lastText, frame.text], before: widths(run.element) }));
  return () => {
    for (const one of changed) one.after = widths(one.run.element);
    for (const one of changed) move(one);
  };
}

// Figures are those of the page before the first frame and after the last.
function changesWidth({ run, frame }) {
  const { element, animation, lastText, count } = run;
  if (!element.hasPieces || frame.glyphs || frame.labels) return false;
  const isEdge = !element.ariaBusy || frame.index + 1 === count;
  // Wheels have widths of their own until they give way to the text.
  return isEdge || (COUNTING.includes(animation.interpolation) && !frame.columns && frame.text.length !== lastText.length);
}

function widths(element) {
  const numbers = [...element.querySelectorAll('[part=number]')];
  return { whole: width(element), numbers: numbers.map(width) };
}

// A text that takes several lines has no width to speak of.
function width(element) {
  const { width, height } = element.getBoundingClientRect();
  return height < 2 * element.getClientRects()[0]?.height ? width : NaN;
}

function move({ run, texts, before, after }) {
  const { element, animation } = run;
  const [last, now] = texts.map((text) => Array.from(text.replace(/\p{Nd}/gu, '0')));
  const isAlike = `${last}` === `${now}` && before.numbers.length === after.numbers.length;
  if (isAlike) {
    const numbers = element.querySelectorAll('[part=number]');
    return numbers.forEach((number, index) => spread(number, before.numbers[index] - after.numbers[index], run));
  }
  if (COUNTING.includes(animation.interpolation)) shift(element, side(last, now), before.whole - after.whole, run);
}

// Where digits come and go: those that stay do not move at first.
function side(last, now) {
  const common = (a, b) => (a.findIndex((one, index) => one !== b[index]) + 1 || a.length + 1) - 1;
  return common([...last].reverse(), [...now].reverse()) >= common(last, now) ? 'left' : 'right';
}

const isSeen = (change) => Math.abs(change) > 0.5;

function shift(element, side, change, run) {
  if (!isSeen(change)) return;
  const margin = side === 'left' ? 'marginLeft' : 'marginRight';
  // A currency sign ahead of the digits stands still.
  const [prefix, number] = element.children;
  if (side === 'left' && number && prefix.textContent) element = number;
  element.animate({ [margin]: [`${change}px`, '0px'] }, { ...pace(run), composite: 'add' });
  // What has just come is uncovered as its room grows.
  const cut = (room) => (side === 'left' ? `inset(-1em -1em -1em ${room}px)` : `inset(-1em ${room}px -1em -1em)`);
  if (change < 0) element.animate({ clipPath: [cut(-change), cut(0)] }, pace(run));
}

// Figures that get another width move apart or together: as wheels, or as characters.
function spread(number, change, run) {
  if (!isSeen(change)) return;
  const wheels = [...number.children];
  const each = change / (wheels.length || number.textContent.length);
  const property = wheels.length > 0 ? 'marginRight' : 'letterSpacing';
  for (const one of wheels.length > 0 ? wheels : [number]) {
    one.animate({ [property]: [`${each}px`, '0px'] }, { ...pace(run), composite: 'add' });
  }
}
