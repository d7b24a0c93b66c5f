// The settings of the playground: their query, and what the service says about each, with what it offers.

import { PARAMETERS } from './kinetype.js';

const find = (id) => document.getElementById(id);
const fields = [...document.querySelectorAll('#settings .field [name]')];

/** What the service knows; a shared link may have more, such as what a network adds to count clicks. */
const KNOWN = new Set(['from', 'to', 'late', ...PARAMETERS.filter((name) => name !== 'src')]);

/** How the service names the part of a value that is wrong. */
const WRONG_PARTS = [/not (-?[\d.]+)$/, /`([^`]*)`; did you mean/, /There is no \w+ `([^`]*)`/];

/** Longer lists are those of a menu. */
const MAXIMUM_OFFERS = 9;

/** Parameters without a field, such as `rounding`, that came with the address. */
let others = new URLSearchParams();

// MARK: Values

/** The query for the service: the fields that are filled in, and the other parameters of the address. */
export function query() {
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

export function fill(parameters) {
  others = new URLSearchParams([...new URLSearchParams(parameters)].filter(([name]) => KNOWN.has(name)));
  for (const field of fields) {
    setField(field, others.get(field.name) ?? '');
    others.delete(field.name);
  }
  find('more').open = false;
  showFitting();
}

function setField(field, value) {
  // A value that is no choice becomes one, so that the service can refuse it.
  if (field.options && [...field.options].every((option) => option.value !== value)) field.add(new Option(value));
  Object.assign(field, { given: value, value });
}

/** Shows the fields that mean something for the choices made, and those that have a value all the same. */
export function showFitting() {
  for (const field of fields) {
    const { needs } = field.closest('.field').dataset;
    if (!needs) continue;
    const [name, ...values] = needs.split(' ');
    const isMarked = field.hasAttribute('aria-describedby');
    field.closest('.field').hidden = !values.includes(find(name).value) && field.value === '' && !isMarked;
  }
  // What says something, or is wrong, is not folded away.
  const isTold = (field) => field.value !== '' || field.hasAttribute('aria-describedby');
  if (fields.some((field) => isTold(field) && find('more').contains(field))) find('more').open = true;
}

// MARK: Notes

/**
 * Shows errors, or what the answer says about itself, each beside its field, and gives a sentence for all. `use` is told
 * of an accepted offer.
 */
export function showNotes({ errors = [], animation = {} }, use) {
  const { reason, warnings = [] } = animation;
  // What refers to both texts stands below the second one.
  const remarks = reason ? [{ parameter: 'to', detail: reason }, ...warnings] : warnings;
  for (const field of fields) {
    const own = ({ parameter }) => parameter === field.name;
    showFieldNotes(field, errors.filter(own), remarks.filter(own), use);
  }
  showFitting();
  const isElsewhere = ({ parameter }) => fields.every(({ name }) => name !== parameter);
  find('elsewhere').replaceChildren(
    ...errors.filter(isElsewhere).map((error) => noteElsewhere(error, 'problem', use)),
    ...warnings.filter(isElsewhere).map((warning) => noteElsewhere(warning, 'note', use)));
  if (errors.length === 0) return '';
  return errors.length === 1 ? 'One setting cannot be used.' : `${errors.length} settings cannot be used.`;
}

function showFieldNotes(field, errors, remarks, use) {
  while (field.nextElementSibling) field.nextElementSibling.remove();
  field.removeAttribute('aria-invalid');
  field.removeAttribute('aria-describedby');
  if (errors.length + remarks.length === 0) return;
  const accept = (target, value) => {
    // The button that has the focus is about to go.
    if (document.activeElement.matches(':focus-visible')) target.focus();
    setField(target, value);
    use();
  };
  const isWrong = errors.length > 0;
  const details = (isWrong ? errors : remarks).map(({ detail }) => detail);
  const look = { id: `${field.id}-note`, className: isWrong ? 'problem' : 'note' };
  const note = Object.assign(document.createElement('p'), look);
  note.append(...marked(details, field.value), ...coded(sentence(details.map(essence).join('; '))));
  field.after(note);
  field.setAttribute('aria-describedby', note.id);
  if (isWrong) field.setAttribute('aria-invalid', 'true');
  const buttons = details.flatMap((detail) => offers(detail, field)).map(([target, value]) =>
    button(`Use ${value}`, () => accept(target, value)));
  if (!isWrong && field.name !== 'to') buttons.push(button('Leave it out', () => accept(field, '')));
  if (buttons.length > 0) note.after(row(buttons));
}

/** The value with the part that is wrong marked, where it is not the whole. */
function marked(details, value) {
  const characters = Array.from(new Intl.Segmenter().segment(value), ({ segment }) => segment);
  for (const detail of details) {
    const place = /character (\d+) is/.exec(detail)?.[1];
    const bad = WRONG_PARTS.map((wrong) => wrong.exec(detail)?.[1]).find(Boolean);
    const part = place ? characters[place - 1] : bad;
    const before = place ? characters.slice(0, place - 1).join('') : value.split(bad)[0];
    if (!part || !value.includes(part) || part === value) continue;
    const code = document.createElement('code');
    const mark = Object.assign(document.createElement('mark'), { textContent: part });
    code.append(before, mark, value.slice(before.length + part.length));
    return [code, document.createElement('br')];
  }
  return [];
}

/** What is said about a parameter that has no field. */
function noteElsewhere({ parameter, detail }, className, use) {
  const line = Object.assign(document.createElement('p'), { className });
  line.append(...coded(sentence(`\`${parameter}\` ${detail}`)), ' ', button('Leave it out', () => {
    others.delete(parameter);
    use();
  }));
  return line;
}

/** What a sentence of the service offers: fields and their values. */
function offers(detail, field) {
  const guess = /`([^`]*)`; did you mean `([^`]*)`/.exec(detail);
  if (guess) return [[field, exchanged(field.value, guess[1], guess[2])]];
  const other = /without `(\w+)=(\w+)`/.exec(detail);
  if (other && find(other[1])) return [[find(other[1]), other[2]]];
  if (/^is required/.test(detail) && field.dataset.example) return [[field, field.dataset.example]];
  const range = /from (-?[\d.]+) to (-?[\d.]+)\D*, not (-?[\d.]+)/.exec(detail);
  if (range) return [[field, exchanged(field.value, range[3], nearest(range.slice(1).map(Number)))]];
  const list = /(?:`(\w+)` can be|one of|several of|such as) ((?:`[^`]+`(?:, | or | and )?)+)/.exec(detail);
  if (!list) return [];
  const target = find(list[1]) ?? field;
  const values = Array.from(list[2].matchAll(/`([^`]+)`/g), ([, value]) => value);
  return values.length > MAXIMUM_OFFERS ? [] : values.map((value) => [target, value]);
}

const exchanged = (text, bad, good) => (text.includes(bad) ? text.replace(bad, good) : String(good));

const nearest = ([low, high, value]) => String(value < low ? low : high);

function button(caption, act) {
  const made = Object.assign(document.createElement('button'), { type: 'button', textContent: caption });
  made.addEventListener('click', act);
  return made;
}

function row(buttons) {
  const made = Object.assign(document.createElement('p'), { className: 'offers' });
  made.append(...buttons);
  return made;
}

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}.`.replace(/([.?])\.$/, '$1');
export const plain = (text) => text.replaceAll('`', '');

/** A detail without its introduction, where a sentence of its own follows. */
const essence = (detail) => detail.replace(/^[^:`]*: (?=[A-Z])/, '');

/** A sentence with code in backticks. */
const coded = (text) => text.split('`').map((part, index) =>
  (index % 2 ? Object.assign(document.createElement('code'), { textContent: part }) : part));
