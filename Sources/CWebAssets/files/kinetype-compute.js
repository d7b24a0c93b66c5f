// Computes the frames of plain numbers in the page, as the service would send them, for kinetype-play.js.

import { curve } from './kinetype-curves.js';
import { decimal, rounding, style } from './kinetype-numbers.js';

// With any other parameter the service is asked.
const KNOWN = ('from to curve duration fps prefix suffix key include rounding locale style currency unit unitDisplay '
  + 'fractionDigits minimumFractionDigits maximumFractionDigits minimumIntegerDigits grouping sign').split(' ');

const MAXIMUM_FRAMES = Number('{{maximumFrames}}');

// Of a longer way a progress does not tell the last digit for sure.
const MAXIMUM_DIGITS = 11;

// What the service answers to a run, whose earlier changes are still under way; nothing where it has to be asked.
export function compute({ query, changes = [], origin = 0, isNumber, isLocal }) {
  const parameters = [...query.keys()];
  if (!isLocal || !parameters.every((name) => KNOWN.includes(name)) || !/^(labels,shown)?$/.test(query.get('include') ?? '')) return null;
  const texts = [query.get('from'), ...changes.map(({ to }) => to), query.get('to')];
  const fps = Number(query.get('fps') ?? 60);
  if (!(fps >= 1 && fps <= 240)) return null;
  try {
    const numbers = texts.map((text) => number(text, !isNumber));
    if (numbers.includes(null) || (!isNumber && !isEnglish(texts, query))) return null;
    const form = isNumber ? style(numbers, query) : written(texts, numbers, query);
    return form && answer(query, numbers, form, [...changes.map((change) => (
      { ...change, ago: (origin - change.origin) / 1000 })), {
      curve: query.get('curve'), duration: query.get('duration'), ago: 0,
    }], fps, isNumber);
  } catch {
    // `Intl` lacks something that the service may have.
    return null;
  }
}

// A number in units of its last digit.
function number(text, hasGroups) {
  const groups = hasGroups ? /^(-?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?$/ : /^(-?)(\d+)(?:\.(\d+))?$/;
  const [, sign, whole, fraction = ''] = groups.exec(text ?? '') ?? [];
  if (!whole || whole.length + fraction.length > 30) return null;
  const units = BigInt(whole.replaceAll(',', '') + fraction);
  return { units: sign ? -units : units, places: fraction.length };
}

// Whether texts are read as English for sure, and written in the fewest digits: beside 999 the point of 1.001 is that of
// a group, and beside 2 it may be.
function isEnglish(texts, query) {
  if (query.has('locale') || texts.some((text) => /^-?0(\d|,)|^-0(\.0*)?$/.test(text))) return false;
  // Beside 10,250 a 9950 says that thousands have no comma.
  if (texts.some((text) => /^-?\d{4}(\.|$)/.test(text)) && texts.some((text) => text.includes(','))) return false;
  return !texts.some((text) => /^-?[1-9]\d{0,2}\.\d{3}$/.test(text)) || !texts.some((text) => /^-?\d+(,\d{3})?$/.test(text));
}

// Between two texts that are numbers, groups and decimals are those that one of them has.
function written(texts, numbers, query) {
  const hasGroups = texts.some((text) => text.includes(','));
  const places = Math.max(...numbers.map((one) => one.places));
  const write = (units) => {
    const [whole, fraction] = decimal(units, places).split('.');
    return (hasGroups ? whole.replace(/\B(?=(\d{3})+$)/g, ',') : whole) + (fraction ? `.${fraction}` : '');
  };
  return { places, round: rounding(query), write, ends: [texts[0], texts.at(-1)] };
}

function answer(query, numbers, { places, round, write, ends }, parts, fps, isNumber) {
  const finest = Math.max(places, ...numbers.map((one) => one.places));
  const units = numbers.map((one) => one.units * 10n ** BigInt(finest - one.places));
  const terms = parts.map((part, index) => term(part, units[index + 1] - units[index], finest - places));
  if (terms.includes(null)) return null;
  const isSum = terms.length > 1;
  const isSame = !isSum && !isNumber && ends[0] === ends[1];
  const duration = isSame ? 0 : Math.max(...terms.map((one) => one.duration - one.ago));
  const count = duration > 0 ? Math.max(Math.ceil(duration * fps * (1 - 1e-12) - 1e-9), 1) + 1 : 1;
  if (!(count <= MAXIMUM_FRAMES)) return null;
  // What several changes have left to do is told as a part of a way from the target that is longer than all.
  const length = isSum ? terms.reduce((sum, { way }) => sum + (way < 0n ? -way : way), 1n) : units[1] - units[0];
  if (`${length}`.length - (finest - places) > MAXIMUM_DIGITS) return null;
  const value = between(isSum ? units.at(-1) : units[0], length, finest - places, round);
  const share = (seconds) => (isSum
    ? -terms.reduce((sum, one) => sum + (Number(one.way) / Number(length)) * (1 - one.at(one.ago + seconds)), 0)
    : terms[0].at(seconds));
  const around = (text) => (query.get('prefix') ?? '') + text + (query.get('suffix') ?? '');
  // A text at an end is the caller's, unless a style writes it.
  const textAt = (part, isLast) => {
    if (ends && (isLast || (part === 1 && !isSum))) return ends[1];
    return ends && part === 0 && !isSum ? ends[0] : write(value(part));
  };
  const frames = Array.from({ length: count }, (_, index) => {
    const isLast = index + 1 === count;
    const moment = isLast ? Infinity : index / fps;
    const part = share(moment);
    let text;
    // Written when it is shown.
    const frame = {
      index,
      time: isLast ? duration : moment,
      progress: isSum ? Math.min(moment / duration, 1) : part,
      get text() { return text ??= around(textAt(part, isLast)); },
    };
    if (isNumber) Object.defineProperty(frame, 'shown', { enumerable: true, get: () => decimal(value(part), places) });
    return frame;
  });
  const animation = {
    from: isSum ? textAt(share(0)) : query.get('from'), to: query.get('to'), interpolation: isSame ? 'none' : 'number',
    curve: query.get('curve'), duration, fps, frameCount: count, animated: !isSame,
  };
  for (const name of ['prefix', 'suffix']) if (query.get(name)) animation[name] = query.get(name);
  if (isNumber || animation.prefix || animation.suffix) animation.shownTo = frames.at(-1).text;
  return { animation, frames };
}

// One change: its way, how long it takes, how long it has been under way, and how far it has come by then.
function term({ curve: text, duration: given, ago }, way, finer) {
  const motion = curve(text ?? '');
  if (!motion) return null;
  const [, digits, unit] = /^\s*(\d+(?:\.\d+)?|\.\d+)(m?s)?\s*$/.exec(given ?? '') ?? [];
  if (given != null && !digits) return null;
  // Half of the last digit is not seen.
  const unseen = 0.5 / Number(`${way < 0n ? -way : way}e-${finer}`);
  const duration = given != null ? digits / (unit === 'ms' ? 1000 : 1)
    : motion.settling?.(Math.max(Math.min(unseen, 0.001), 2 ** -54)) ?? 2;
  if (!(duration > 0 && duration <= 3600)) return null;
  const at = (seconds) => {
    // Within a billionth of its end it is there.
    const part = seconds / duration;
    return part > 1 - 1e-9 ? 1 : seconds > 0 ? motion.position(part * duration, duration) : 0;
  };
  return { way, duration, ago, at };
}

// How wrong a progress may be.
const ERROR = 2 ** -47;

// The value at a progress of a way, in units of which a digit has ten to the power of `finer`; one that is whole or a half
// but for the error of the progress is that.
function between(origin, way, finer, round) {
  const unit = 10n ** BigInt(finer);
  const length = way < 0n ? -way : way;
  return (progress) => {
    let [part, scale] = [Number.isFinite(progress) ? progress : 0, 0n];
    for (; !Number.isInteger(part); scale += 1n) part *= 2;
    let [dividend, divisor] = [(origin << scale) + way * BigInt(part), unit << scale];
    const error = (Number(length) * (Math.abs(progress) + ERROR - Math.abs(progress))) / Number(unit);
    if (progress !== 0 && progress !== 1 && error < 0.25) {
      const halves = nearest(2n * dividend, divisor);
      const away = 2n * dividend - halves * divisor;
      if (Number(away < 0n ? -away : away) / Number(2n * divisor) <= error) [dividend, divisor] = [halves, 2n];
    }
    return round(dividend, divisor);
  };
}

const nearest = rounding(new URLSearchParams());
