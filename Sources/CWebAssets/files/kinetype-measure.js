// Measures texts before they are drawn, for kinetype-draw.js: those of all elements together, so that the page is laid
// out a few times and not once for each.

import { isBidirectional } from './kinetype-columns.js';

// What a number may turn to.
const DIGITS = Array.from('0123456789');

export function measure(list) {
  const now = performance.now();
  for (const { element, run } of list) {
    const { textAlign, direction } = getComputedStyle(element);
    run.look = { time: now, wraps: false, widths: new Map(), edges: [], align: alignment(textAlign, direction) };
  }
  findWraps(list.filter((one) => isPlaced(one) || one.frame.labels || isBidirectional(one.frame.columns)));
  const probes = list.map(probe);
  for (const { read } of probes) read();
  for (const { box } of probes) box.remove();
}

// Whether each character has a place of its own.
const isPlaced = ({ frame: { glyphs, labels }, run: { animation } }) => glyphs || (!labels && animation.interpolation === 'scramble');

function alignment(textAlign, direction) {
  if (textAlign.includes('center')) return 'center';
  return textAlign === 'end' || textAlign.includes(direction === 'rtl' ? 'left' : 'right') ? 'end' : 'start';
}

// Whether one of the two texts of each takes more than a line.
function findWraps(list) {
  for (const index of [0, 1]) {
    for (const { element, frame, run } of list) {
      const { prefix = '', suffix = '' } = run.animation;
      element.textContent = prefix + texts(frame, run)[index] + suffix;
    }
    for (const { element, run } of list) {
      const range = new Range();
      range.selectNodeContents(element);
      const lines = new Set(Array.from(range.getClientRects(), ({ bottom }) => Math.round(bottom)));
      run.look.wraps ||= lines.size > 1;
    }
  }
}

function texts({ labels }, { animation }) {
  return labels ? [labels.exit?.text ?? '', labels.enter.text ?? ''] : [animation.from ?? '', animation.to ?? ''];
}

// Puts what is to be measured beside the text of an element.
function probe({ element, frame, run }) {
  const box = Object.assign(document.createElement('span'), { style: 'position:absolute;visibility:hidden' });
  if (frame.columns) box.part = 'number';
  const add = (text) => box.appendChild(
    Object.assign(document.createElement('span'), { textContent: text, style: 'position:absolute;white-space:pre' }));
  const whole = isPlaced({ frame, run }) ? texts(frame, run).map(add) : [];
  const pieces = frame.labels ? texts(frame, run) : [...DIGITS, ...characters(texts(frame, run).join('')),
    ...(frame.columns ?? []).map(({ text }) => text)];
  const single = frame.columns || frame.glyphs || frame.labels ? [...new Set(pieces)].map(add) : [];
  element.append(box);
  const read = () => {
    run.look.edges = whole.map(edges);
    // What is hidden has no size.
    for (const span of single) run.look.widths.set(span.textContent, span.getBoundingClientRect().width || undefined);
  };
  return { box, read };
}

export const characters = (text) => Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);

// The left edge of each character of a text, of the place after the last (right to left in Hebrew), and the width.
function edges(probe) {
  const { left, width } = probe.getBoundingClientRect();
  const range = new Range();
  let end = 0;
  const lefts = characters(probe.textContent).map((piece) => {
    range.setStart(probe.firstChild, end);
    range.setEnd(probe.firstChild, end += piece.length);
    return range.getBoundingClientRect().left - left;
  });
  return Object.assign([...lefts, lefts[0] > lefts.at(-1) ? 0 : width], { width });
}
