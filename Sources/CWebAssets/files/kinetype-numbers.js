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

// The number that is written in a text, in plain decimals; `null` where that cannot be told.
export function read(text, query) {
  if (NUMBER.test(text)) return text;
  try {
    const number = decimal(text, query);
    return same(write(number, query), text) ? number : null;
  } catch {
    return null;
  }
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

// The digits of a text with the separators of its locale, a hundredth where it is a percentage.
function decimal(text, query) {
  const plain = new Intl.NumberFormat(query.get('locale') ?? 'en', { useGrouping: false });
  const digits = Array.from({ length: 10 }, (_, digit) => plain.format(digit));
  const point = plain.formatToParts(1.5).find(({ type }) => type === 'decimal').value;
  const isNegative = bare(text).includes('-') || (query.get('sign') === 'accounting' && text.includes('('));
  let number = '';
  for (const character of text) {
    const digit = digits.indexOf(character);
    if (digit >= 0) number += digit;
    else if (character === point && number && !number.includes('.')) number += '.';
  }
  number = number.replace(/\.$/, '');
  if (query.get('style') === 'percent') number = hundredth(number);
  return (isNegative ? '-' : '') + number;
}

function hundredth(number) {
  const [whole, fraction = ''] = number.split('.');
  const digits = whole.padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}${fraction}`;
}
