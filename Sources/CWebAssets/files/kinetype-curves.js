// The curves of CSS and the springs, number by number as the service has them, for kinetype-compute.js.

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
  'spring dampingRatio': (ratio, velocity) => (
    { fitted: (duration) => swinging(fittedFrequency(ratio, velocity, Math.max(duration, 0.001)), ratio, velocity) }),
  'pop bounciness': popped,
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
  if (!list) {
    if (name === 'linear') return easing((fraction) => fraction);
    const step = /^step-(start|end)$/.exec(name);
    return step ? steps('1', step[1]) : null;
  }
  if (name === 'linear') return polyline(list);
  if (name === 'steps' && list.length < 3) return steps(...list);
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

function steps(count, position = 'end') {
  const place = position.replace(/^jump-/, '');
  if (!/^\+?[1-9]\d{0,8}$/.test(count) || !/^(start|end|none|both)$/.test(place)) return null;
  const jumps = Number(count) + { start: 0, end: 0, none: -1, both: 1 }[place];
  const early = place === 'start' || place === 'both' ? 1 : 0;
  return jumps > 0 ? easing((fraction) => Math.min(Math.floor(fraction * count) + early, jumps) / jumps) : null;
}

// Straight lines between stops, of which those without a place stand evenly between the others.
function polyline(list) {
  const stops = list.map((text) => {
    const parts = text.split(/\s+/);
    const shares = parts.filter((part) => part.endsWith('%')).map((part) => part.slice(0, -1));
    const output = parts.filter((part) => !part.endsWith('%'));
    const isStop = output.length === 1 && shares.length < 3 && [...output, ...shares].every((one) => NUMBER.test(one))
      && !(shares.length === 2 && parts[1] === output[0]);
    return isStop ? { output: Number(output[0]), places: shares.map((share) => share / 100) } : null;
  });
  if (stops.length < 2 || stops.includes(null)) return null;
  const points = [];
  let waiting = [];
  let largest = -Infinity;
  const place = (output, input) => {
    const before = largest;
    largest = Math.max(largest, input);
    waiting.forEach((one, index) => {
      points.push([before + (largest - before) * ((index + 1) / (waiting.length + 1)), one]);
    });
    waiting = [];
    points.push([largest, output]);
  };
  stops.forEach(({ output, places: [start, end] }, index) => {
    const at = start ?? (index === 0 ? 0 : index === stops.length - 1 ? 1 : undefined);
    if (at === undefined) return void waiting.push(output);
    place(output, at);
    if (end !== undefined) place(output, end);
  });
  return easing((fraction) => {
    const next = points.findIndex(([input]) => input > fraction);
    const index = Math.min(Math.max((next < 0 ? points.length : next) - 1, 0), points.length - 2);
    const [[start, low], [end, high]] = [points[index], points[index + 1]];
    const share = (fraction - start) / (end - start);
    return start === end || share === 1 ? high : low + (high - low) * share;
  });
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

function popped(bounciness, speed, velocity) {
  const tension = 0.5 + (speed / 1.7 / 20) * (200 - 0.5);
  const bounce = (bounciness / 1.7 / 20) * 0.8;
  const share = 2 * bounce - bounce * bounce;
  const [a, b, c, d] = tension <= 18 ? [0.0007, -0.031, 0.64, 1.28]
    : tension <= 44 ? [0.000044, -0.006, 0.36, 2] : [0.00000045, -0.000332, 0.1078, 5.84];
  const friction = share * 0.01 + (1 - share) * (((a * tension + b) * tension + c) * tension + d);
  return physical(1, 194 + 3.62 * (tension - 30), Math.max(0, 25 + 3 * (friction - 8)), velocity);
}

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
  return bisect(low, high, isEarly)[1];
}

function bisect(low, high, isEarly) {
  for (;;) {
    const middle = low + (high - low) / 2;
    if (!(middle > low && middle < high)) return [middle, high];
    if (isEarly(middle)) low = middle;
    else high = middle;
  }
}

// The greatest frequency at which the envelope passes a thousandth of the way at the end.
function fittedFrequency(ratio, velocity, seconds) {
  const excess = (frequency) => {
    const decay = frequency * ratio;
    if (ratio === 1) return Math.exp(-frequency * seconds) * ((frequency - velocity) * seconds + 1) - 0.001;
    const swing = frequency * Math.sqrt((1 - ratio) * (1 + ratio));
    return (Math.exp(-decay * seconds) * (decay - velocity)) / swing - 0.001;
  };
  const smallest = 1e-9 / seconds;
  const push = ratio * seconds * velocity;
  const peak = velocity <= 0 ? smallest : ratio === 1 ? Math.max(velocity, smallest)
    : (push + Math.sqrt(push * push + 4 * push)) / (2 * ratio * ratio * seconds);
  if (!(excess(peak) > 0)) return -Math.log(0.001) / (ratio * seconds);
  let [low, high] = [peak, Math.max(2 * peak, 1 / seconds)];
  while (excess(high) > 0) [low, high] = [high, 2 * high];
  return bisect(low, high, (frequency) => excess(frequency) > 0)[0];
}
