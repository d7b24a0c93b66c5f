// Measures texts before they are drawn, for kinetype-draw.js: in ems, and each once in a font, so that what is drawn keeps
// its measure in any size and under any transformation.

import { isBidirectional } from './kinetype-columns.js';
import { add, em, fonts, width } from './kinetype-glide.js';

// What a number may turn to.
const DIGITS = Array.from('0123456789');

export function measure(list) {
  for (const { run } of list) {
    const { element } = run;
    const { textAlign, direction, fontSize: size } = getComputedStyle(element);
    run.look = { fonts, time: performance.now(), wraps: false, edges: [], size, align: alignment(textAlign, direction), font: em(element) };
    run.spacing = run.look.font.spacing;
  }
  findWraps(list.filter((one) => isPlaced(one) || one.frame.labels || isBidirectional(one.frame.columns)));
  const probes = list.map(probe).filter(Boolean);
  for (const { read } of probes) read();
  for (const { box } of probes) box.remove();
}

// Whether each character has a place of its own.
const isPlaced = ({ frame: { columns, labels } }) => !columns && !labels;

// A text without what stands before and after it.
export const own = (text, { prefix = '', suffix = '' }) => text.slice(prefix.length, text.length - suffix.length);

function alignment(textAlign, direction) {
  if (textAlign.includes('center')) return 'center';
  return textAlign === 'end' || textAlign.includes(direction === 'rtl' ? 'left' : 'right') ? 'end' : 'start';
}

// Whether one of the two texts of each takes more than a line.
function findWraps(list) {
  for (const index of [0, 1]) {
    for (const { frame, run } of list) {
      const { prefix = '', suffix = '' } = run.animation;
      run.element.textContent = prefix + texts(frame, run)[index] + suffix;
    }
    for (const { run } of list) {
      const range = new Range();
      range.selectNodeContents(run.element);
      const lines = new Set(Array.from(range.getClientRects(), ({ bottom }) => Math.round(bottom)));
      run.look.wraps ||= lines.size > 1;
    }
  }
}

function texts({ labels }, { animation }) {
  return labels ? [labels.exit?.text ?? '', labels.enter.text ?? ''] : [animation.from ?? '', animation.to ?? ''];
}

// Puts what is to be measured beside the text of an element: what has not been measured in its font.
function probe({ frame, run }) {
  const { element, look, animation, player } = run;
  const whole = isPlaced({ frame }) ? texts(frame, run) : [];
  const all = (player?.frames ?? [frame]).flatMap(({ columns, text }) => columns?.flatMap(({ text, next = '' }) => [text, next]) ?? own(text, animation));
  const pieces = frame.labels ? texts(frame, run) : animation.interpolation === 'scramble' ? characters(all.join(''))
    : frame.columns || frame.glyphs ? [...DIGITS, ...characters(texts(frame, run).join('')), ...(frame.columns ? all : [])]
      : look.wraps ? [] : all;
  look.widths = frame.columns ? look.font.number : look.font.plain;
  const read = () => { look.edges = whole.map((text) => look.font.edges.get(text) ?? []); };
  const wanted = [[look.widths, pieces, width], [look.font.edges, whole, edges]].flatMap(([known, list, of]) => (
    [...new Set(list)].filter((text) => !known.has(text)).map((text) => ({ known, text, of }))));
  if (wanted.length === 0) return read();
  const box = add(element, '', 'position:absolute;visibility:hidden');
  if (frame.columns) box.part = 'number';
  for (const one of wanted) {
    one.span = add(box, one.text, 'position:absolute;white-space:pre');
    if (frame.columns) one.span.part = 'digit';
  }
  return {
    box,
    read() {
      for (const { known, text, of, span } of wanted) {
        // What is hidden has no size.
        if (width(span) || !text) known.set(text, of(span) ?? 0);
        else look.isHidden = true;
      }
      read();
    },
  };
}

export const characters = (text) => Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

// The left edge of each character of a text, of the place after the last (right to left in Hebrew), and the width.
function edges(probe) {
  const { left, width: seen } = probe.getBoundingClientRect();
  const whole = width(probe) ?? 0;
  const range = new Range();
  let end = 0;
  const lefts = characters(probe.textContent).map((piece) => {
    range.setStart(probe.firstChild, end);
    range.setEnd(probe.firstChild, end += piece.length);
    return ((range.getBoundingClientRect().left - left) * whole) / (seen || 1);
  });
  return Object.assign([...lefts, lefts[0] > lefts.at(-1) ? 0 : whole], { width: whole });
}
