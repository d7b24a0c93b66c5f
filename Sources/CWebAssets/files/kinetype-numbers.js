// Writes and reads numbers as the service does, for kinetype.js.

const ROUNDINGS = Object.fromEntries('{{roundings}}'.split(' ').map((pair) => pair.split(':')));

const NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?$/i;

// The number as the parameters have it written; where the service alone can tell, `null`, or in its locale's digits.
export function write(number, query, isGuess) {
  const text = `${number}`.trim();
  if (!NUMBER.test(text)) return null;
  const plain = text.replace(/^\+/, '');
  try {
    const written = query.has('format') ? printed(plain, query) : styled(plain, query);
    if (written != null) return written;
  } catch {
    // `Intl` lacks something that the service may have.
  }
  return isGuess ? new Intl.NumberFormat(query.get('locale') ?? 'en').format(plain) : null;
}

// The number that is written in a text, in plain decimals; `null` where that cannot be told. As the service, it takes the
// separators of the locale first, then all others, and the sign wherever it stands: what it reads it could have written.
export function read(given, query) {
  try {
    const { digits, point } = symbols(query);
    const shown = point === '.' && ADDRESS.test(given) ? null : pieces(given, digits);
    for (const separator of shown ? new Set([point, '.', ',']) : []) {
      const size = plain(shown.digits, separator);
      if (size == null) continue;
      const number = (shown.isNegative ? '-' : '') + (query.get('style') === 'percent' ? hundredth(size) : size);
      const text = write(number, query);
      const written = pieces(text, digits);
      // What only may be a sign, or the point of a fraction, is one where it is written so.
      const mayBeOther = shown.mayBeText || (!query.has('locale') && OPEN.test(shown.digits));
      if (mayBeOther && bare(text ?? '') !== bare(given)) continue;
      if (written?.around === shown.around && written.isNegative === shown.isNegative
        && short(plain(written.digits, point)) === short(size)) return number;
    }
  } catch {
    // `Intl` lacks the locale.
  }
  return NUMBER.test(given) ? given : null;
}

// Whether two texts are the same number written by two versions of one table: blanks and signs may differ.
export function same(written, text) {
  return written != null && !NUMBER.test(text) && bare(written) === bare(text);
}

const bare = (text) => text.normalize('NFKC').replace(/[\s\u200e\u200f\u061c]/g, '').replace(/\u2212/g, '-');

const formatters = new Map();

function styled(text, query) {
  return query.has('roundingFactor') ? null : formatter(query).format(text);
}

// With so many digits behind the point where they are given.
function formatter(query, digits) {
  const get = (name) => query.get(name) ?? undefined;
  const [exact, sign, grouping, rounding] = ['fractionDigits', 'sign', 'grouping', 'rounding'].map(get);
  const options = {
    currencySign: sign === 'accounting' ? sign : undefined,
    signDisplay: sign === 'accounting' ? undefined : sign,
    useGrouping: grouping === 'never' ? false : grouping,
    roundingMode: ROUNDINGS[rounding] ?? rounding ?? 'halfExpand',
  };
  for (const name of ['style', 'currency', 'unit', 'unitDisplay', 'notation', 'minimumIntegerDigits',
    'minimumFractionDigits', 'maximumFractionDigits', 'minimumSignificantDigits', 'maximumSignificantDigits']) {
    options[name] = get(name);
  }
  const fixed = digits ?? exact;
  if (fixed != null) options.minimumFractionDigits = options.maximumFractionDigits = fixed;
  const locale = get('locale') ?? 'en';
  const key = JSON.stringify([locale, options]);
  if (!formatters.has(key)) formatters.set(key, new Intl.NumberFormat(locale, options));
  return formatters.get(key);
}

// What depends on the size of a number says nothing of those beside it.
const SIZED = ['format', 'notation', 'minimumSignificantDigits', 'maximumSignificantDigits'];

// How all numbers between some are written by a style: rounded to how many decimals, and one of so many units of the last
// of these. As the service, none has more digits behind the point than one of the given needs.
export function style(numbers, query) {
  // Names that the service does not have.
  const isStranger = /negative|min2|true|false/.test(`${query.get('sign')} ${query.get('grouping')}`);
  if (isStranger || SIZED.some((name) => query.has(name))) return null;
  const { minimumFractionDigits, maximumFractionDigits } = formatter(query).resolvedOptions();
  const shift = query.get('style') === 'percent' ? 2 : 0;
  const round = rounding(query);
  const needed = ({ units, places }) => {
    let count = Math.max(Math.min(places - shift, maximumFractionDigits), 0);
    let rest = round(units * 10n ** BigInt(count + shift), 10n ** BigInt(places));
    for (; count > 0 && rest % 10n === 0n; count -= 1) rest /= 10n;
    return count;
  };
  const digits = Math.max(minimumFractionDigits, ...numbers.map(needed));
  const one = formatter(query, digits);
  return { places: digits + shift, round, write: (units) => one.format(decimal(units, digits + shift)) };
}

// A number of units of the digit at so many places, in plain decimals.
export function decimal(units, places) {
  const digits = `${units < 0n ? -units : units}`.padStart(places + 1, '0');
  return (units < 0n ? '-' : '') + (places ? `${digits.slice(0, -places)}.${digits.slice(-places)}` : digits);
}

// Whether a value goes up from the whole number below it: how far it is above the middle, and whether that is below zero
// or odd.
const GOES_UP = {
  halfExpand: (side, isNegative) => side > 0 || (side === 0 && !isNegative),
  halfEven: (side, _, isOdd) => side > 0 || (side === 0 && isOdd),
  halfTrunc: (side, isNegative) => side > 0 || (side === 0 && isNegative),
  halfCeil: (side) => side >= 0,
  halfFloor: (side) => side > 0,
  trunc: (_, isNegative) => isNegative,
  expand: (_, isNegative) => !isNegative,
  floor: () => false,
  ceil: () => true,
};

// What rounds a quotient to a whole number.
export function rounding(query) {
  const name = query.get('rounding') ?? 'halfExpand';
  const goesUp = GOES_UP[ROUNDINGS[name] ?? name];
  return (dividend, divisor) => {
    const rest = ((dividend % divisor) + divisor) % divisor;
    const floor = (dividend - rest) / divisor;
    if (rest === 0n) return floor;
    const middle = 2n * rest - divisor;
    return goesUp(middle < 0n ? -1 : middle > 0n ? 1 : 0, floor < 0n, floor % 2n !== 0n) ? floor + 1n : floor;
  };
}

// As C's printf, for the conversions that people use.
function printed(text, query) {
  const format = query.get('format');
  const conversion = /%([-+ 0']*)(\d*)(?:\.(\d*))?([a-z])/i;
  const pieces = format.split('%%');
  const place = pieces.findIndex((piece) => conversion.test(piece));
  const [whole, flags, width, digits, letter] = conversion.exec(pieces[place]) ?? [];
  if (!/[diuf]/.test(letter ?? '')) return letter || !format ? null : format;
  const count = letter === 'f' ? Number(digits ?? 6) : 0;
  const written = new Intl.NumberFormat(query.get('locale') ?? 'en', {
    minimumFractionDigits: count,
    maximumFractionDigits: count,
    useGrouping: flags.includes("'"),
    signDisplay: flags.includes('+') ? 'always' : 'auto',
    roundingMode: ROUNDINGS[query.get('rounding')] ?? query.get('rounding') ?? (letter === 'f' ? 'halfEven' : 'trunc'),
  }).format(text);
  // C writes a sign before zeros that fill the width.
  const [, sign, rest] = /^([-+]?)(.*)$/s.exec(flags.includes(' ') ? written.replace(/^(?![-+])/, ' ') : written);
  const room = Number(width) - sign.length;
  let filled = sign + (flags.includes('0') && !flags.includes('-') ? rest.padStart(room, '0') : rest);
  filled = flags.includes('-') ? filled.padEnd(width) : filled.padStart(width);
  pieces[place] = pieces[place].replace(whole, () => filled);
  return pieces.join('%');
}

// The ten digits of a locale, and what stands before a fraction.
function symbols(query) {
  const format = new Intl.NumberFormat(query.get('locale') ?? 'en', { useGrouping: false });
  const parts = format.formatToParts(1.5);
  const point = parts.find(({ type }) => type === 'decimal').value.replace('\u066b', '.');
  return { digits: Array.from({ length: 10 }, (_, digit) => format.format(digit)), point };
}

// What a text with one number consists of: the digits with what separates them, whether a sign or brackets stand around,
// and what else does, without blanks.
function pieces(text, digits) {
  const latin = Array.from(text ?? '', (character) => {
    const digit = digits.indexOf(character);
    return digit < 0 ? character : digit;
  }).join('').replace(/\u066b/g, '.').replace(/[\u066c\u060c]/g, ',').normalize('NFKC');
  const [, before, number, behind] = /^(\D*?)(\d(?:[\d.,'\u2019\s]*\d)?)(\D*)$/.exec(latin) ?? [];
  if (!number) return null;
  const [left, right] = [before, behind].map((part) => bare(part).replace(/\u2013/g, '-'));
  const isBracketed = left.includes('(') && right.includes(')');
  const isNegative = isBracketed || /-$/.test(left) || /^-/.test(left + right) || /-$/.test(right);
  const around = `${left}|${right}`.replace(isNegative ? /[-()]/g : /[]/, '');
  const mayBeText = /^\|%?$/.test(around) && (isBracketed || (/-$/.test(right) && !/\D/.test(number)));
  return { digits: number.replace(/\s/g, ' ').replace(/\u2019/g, "'"), isNegative, around, mayBeText };
}

// A point before three digits, which may be that of a group.
const OPEN = /^[1-9]\d{0,2}\.\d{3}$/;

// Four numbers up to 255 with points, of which each locale with commas makes four.
const ADDRESS = /^(?:(?:0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])(?:\.(?!$)|$)){4}$/;

// Digits in plain decimals, where a separator stands before the fraction and one other at most between groups.
function plain(digits, point) {
  const [whole, fraction, ...more] = digits.split(point);
  const groups = whole.split(/\D/);
  const kinds = new Set(whole.match(/\D/g));
  const isGrouped = groups.length < 2 || /^(?!0 \d+$)\d{1,3}( \d{3})+$|^\d{1,2}( \d\d)+ \d{3}$/.test(groups.join(' '));
  if (more.length || !isGrouped || kinds.size > 1 || /\D/.test(fraction ?? '')) return null;
  return groups.join('') + (fraction ? `.${fraction}` : '');
}

// Without the zeros that end a fraction.
const short = (number) => number?.replace(/^0+(?=\d)/, '').replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');

function hundredth(number) {
  const [whole, fraction = ''] = number.split('.');
  const digits = whole.padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}${fraction}`;
}
