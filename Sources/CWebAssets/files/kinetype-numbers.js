// Writes and reads numbers as the service does, for kinetype.js: where the service is not asked, or is away.

const ROUNDINGS = { nearest: 'halfEven', towardZero: 'trunc', down: 'floor', up: 'ceil' };

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
      // What only may be a sign is one where it is written so.
      if (shown.mayBeText && bare(text ?? '') !== bare(given)) continue;
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
  if (query.has('roundingFactor')) return null;
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
  if (exact != null) options.minimumFractionDigits = options.maximumFractionDigits = exact;
  const locale = get('locale') ?? 'en';
  const key = JSON.stringify([locale, options]);
  if (!formatters.has(key)) formatters.set(key, new Intl.NumberFormat(locale, options));
  return formatters.get(key).format(text);
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

// Four numbers up to 255 with points, of which each locale with commas makes four.
const ADDRESS = /^(?:(?:0|[1-9]\d?|1\d\d|2[0-4]\d|25[0-5])(?:\.(?!$)|$)){4}$/;

// Digits in plain decimals, where a separator stands before the fraction and one other at most between groups.
function plain(digits, point) {
  const [whole, fraction, ...more] = digits.split(point);
  const groups = whole.split(/\D/);
  const kinds = new Set(whole.match(/\D/g));
  const isGrouped = groups.length < 2 || /^\d{1,3}( \d{3})+$|^\d{1,2}( \d\d)+ \d{3}$/.test(groups.join(' '));
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
