// The curves of CSS that are a line or a cubic, and springs, number by number as the service has them, for
// kinetype-compute.js. Those that people seldom give a number are the service's alone: steps, lines of several pieces, `pop`,
// and springs that are made to fit a duration.

// Curves that a program which embeds the service has registered under one of these names are not among them.
const EASINGS = '{{easings}}'.split(' ');
const BEZIERS = Object.fromEntries('{{beziers}}'.split(';').map((text) => {
  const [name, ...numbers] = text.split(' ');
  return [name, numbers.map(Number)];
}));

const preset = (bounce) => (duration, extra) => perceptual(duration, bounce + extra);

// What makes a spring of the values of its parameters, by its name and the first of these.
const SPRINGS = {
  'spring mass': physical,
  'spring duration': perceptual,
  'spring response': (response, ratio, velocity) => swinging((2 * Math.PI) / response, ratio, velocity),
  'smooth duration': preset(0),
  'snappy duration': preset(0.15),
  'bouncy duration': preset(0.3),
};

// The parameters of each kind of spring: a name, what it is where it is not given, from where to where it goes, and whether
// it is a time.
const KINDS = '{{springs}}'.split(';').map((text) => {
  const [name, ...words] = text.split(' ');
  const parameters = words.map((word) => word.split(':').map((part, index) => (index ? Number(part) : part)));
  return { name, parameters, make: SPRINGS[`${name} ${parameters[0]?.[0]}`] };
});

const NUMBER = /^[-+]?(\d+(\.\d+)?|\.\d+)(e[-+]?\d+)?$/i;

// A curve by its text, with `position(seconds, duration)`, and `settling(share)` where it has a time of its own; nothing
// where the service alone can tell.
export function curve(text) {
  const [, name, given] = /^\s*([\w-]+)(?:\(([^()]*)\))?\s*$/.exec(text) ?? [];
  const list = given?.split(',').map((part) => part.trim());
  const numbers = list?.every((one) => NUMBER.test(one)) ? list.map(Number) : null;
  const kinds = KINDS.filter((kind) => kind.name === name);
  if (kinds.length > 0) return spring(kinds, given?.trim() ? list : []);
  if (!list && BEZIERS[name]) return easing(bezier(...BEZIERS[name]));
  if (!EASINGS.includes(name)) return null;
  if (name === 'linear' && !list) return easing((fraction) => fraction);
  const isBezier = name === 'cubic-bezier' && numbers?.length === 4 && [numbers[0], numbers[2]].every((x) => x >= 0 && x <= 1);
  return isBezier ? easing(bezier(...numbers)) : null;
}

// It begins at 0 and ends at 1, whatever CSS says of the ends.
const easing = (progress) => ({
  position: (seconds, duration) => (seconds >= duration ? 1 : seconds > 0 ? progress(seconds / duration) : 0),
});

function bezier(x1, y1, x2, y2) {
  const [x, y] = [cubic(x1, x2), cubic(y1, y2)];
  return (fraction) => y.at(parameter(x, fraction));
}

// A coordinate from 0 to 1.
function cubic(first, second) {
  const c = 3 * first;
  const b = 3 * (second - first) - c;
  const a = 1 - c - b;
  return { at: (t) => ((a * t + b) * t + c) * t, slope: (t) => (3 * a * t + 2 * b) * t + c };
}

// Newton's step where it stays inside the bracket, else bisection.
function parameter(x, target) {
  let [low, high, guess] = [0, 1, target];
  for (let count = 0; count < 100; count += 1) {
    const excess = x.at(guess) - target;
    if (excess === 0) return guess;
    if (excess < 0) low = guess;
    else high = guess;
    const newton = guess - excess / x.slope(guess);
    const next = newton >= low && newton <= high ? newton : (low + high) / 2;
    if (Math.abs(next - guess) <= 1e-13) return next;
    guess = next;
  }
  return guess;
}

// The first kind whose parameters take the arguments: those without names come first.
function spring(kinds, written) {
  const args = written.map((text) => /^(?:([a-zA-Z]+)\s*:\s*)?([-+.\deE]+?)(m?s)?$/.exec(text));
  const first = args.findIndex((one) => one?.[1]);
  const positional = first < 0 ? args : args.slice(0, first);
  const named = first < 0 ? [] : args.slice(first);
  if (args.some((one) => !one || !NUMBER.test(one[2])) || named.some((one) => !one[1])) return null;
  const kind = kinds.find(({ parameters }) => positional.length <= parameters.length
    && named.every(([, name]) => parameters.some(([own]) => own === name)));
  if (!kind) return null;
  const values = kind.parameters.map(([name, usual, low, high, isTime], index) => {
    const given = [...positional.slice(index, index + 1), ...named.filter((one) => one[1] === name)];
    const [[, , number, unit]] = given.length > 0 ? given : [[null, null, usual]];
    const value = unit === 'ms' ? number / 1000 : Number(number);
    return given.length < 2 && (!unit || isTime) && value >= low && value <= high ? value : null;
  });
  return values.includes(null) ? null : kind.make(...values);
}

function perceptual(duration, bounce, velocity = 0) {
  return swinging((2 * Math.PI) / duration, bounce < 0 ? 1 / (1 + bounce) : 1 - bounce, velocity);
}

const swinging = (frequency, ratio, velocity) => physical(1, frequency * frequency, 2 * ratio * frequency, velocity);

// x″ + 2ζω₀x′ + ω₀²x = 0, where x is what is left to the target.
function physical(mass, stiffness, damping, velocity) {
  const motion = damped(Math.sqrt(stiffness / mass), damping / (2 * Math.sqrt(stiffness * mass)), velocity);
  return {
    position: (seconds, duration) => (seconds >= duration ? 1 : seconds > 0 ? 1 + motion.offset(Math.min(seconds, 1e9)) : 0),
    settling: (share) => settlingTime(motion, share),
  };
}

// What is left, when it turns first, and how long it takes from one turn to the next.
function damped(frequency, ratio, velocity) {
  const decay = frequency * ratio;
  const root = Math.sqrt(Math.abs((1 - ratio) * (1 + ratio)));
  const { exp, cos, sin } = Math;
  if (Math.abs(ratio - 1) < 1e-10) {
    const slope = velocity - frequency;
    return { frequency, offset: (t) => exp(-frequency * t) * (slope * t - 1), first: velocity / (frequency * slope) };
  }
  if (ratio < 1) {
    const swing = frequency * root;
    const sine = (velocity - decay) / swing;
    const angle = Math.atan2(velocity, decay * sine - swing);
    return {
      frequency, decay, interval: Math.PI / swing, first: (angle > 0 ? angle : angle + Math.PI) / swing,
      offset: (t) => exp(-decay * t) * (sine * sin(swing * t) - cos(swing * t)),
    };
  }
  const [fast, slow] = [-frequency * (ratio + root), -frequency / (ratio + root)];
  const factor = (velocity + fast) / (slow - fast);
  const rest = -1 - factor;
  const quotient = -(rest * fast) / (factor * slow);
  return {
    frequency, offset: (t) => factor * exp(slow * t) + rest * exp(fast * t),
    first: quotient > 0 ? Math.log(quotient) / (slow - fast) : 0,
  };
}

// The first moment from which on what is left stays within a share of the way.
function settlingTime({ frequency, decay, offset, first, interval }, share) {
  const hasTurn = first > 0 && Number.isFinite(first);
  let turn = hasTurn && Math.abs(offset(first)) > share ? first : undefined;
  if (turn !== undefined && interval) {
    // Each turn is smaller than the one before by the same factor.
    const count = Math.floor(Math.log(Math.abs(offset(first)) / share) / (decay * interval));
    if (!(count < 1e12)) return Infinity;
    turn = first + count * interval;
    if (Math.abs(offset(turn)) <= share) turn -= interval;
  }
  const start = turn ?? 0;
  const side = offset(start) < 0 ? -1 : 1;
  const isEarly = (time) => side * offset(time) > share;
  let [low, high] = [start, turn === undefined ? (hasTurn ? first : start) : start + (interval ?? 0)];
  while (isEarly(high)) {
    if (!(high < 1e12)) return Infinity;
    [low, high] = [high, start + Math.max(2 * (high - start), 1 / frequency)];
  }
  for (;;) {
    const middle = low + (high - low) / 2;
    if (!(middle > low && middle < high)) return high;
    if (isEarly(middle)) low = middle;
    else high = middle;
  }
}
