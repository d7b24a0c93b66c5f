// Moves what stands beside a number little by little where the number gets wider or narrower at once, for
// kinetype-play.js.

const GLIDE = { duration: 350, easing: 'cubic-bezier(0.22,1,0.36,1)' };

const COUNTING = ['number', 'numbers', 'odometer'];

// Measures the numbers that are about to change their width. What is returned measures them again and moves them; so the
// page is laid out twice, however many they are.
export function glide(list) {
  const changed = list.filter(changesWidth).map(({ run, frame }) => (
    { element: run.element, side: side(run.lastText, frame.text), before: width(run.element) }));
  return () => {
    for (const one of changed) one.after = width(one.element);
    for (const { element, side, before, after } of changed) move(element, side, before - after);
  };
}

function changesWidth({ run, frame }) {
  const { element, animation, lastText, count } = run;
  if (!element.hasPieces || !COUNTING.includes(animation.interpolation)) return false;
  // Wheels have widths of their own until they give way to the text.
  return frame.columns ? frame.index + 1 === count : frame.text.length !== lastText.length;
}

// Where digits come and go: those that stay do not move at first.
function side(before, after) {
  const [a, b] = [before, after].map((text) => Array.from(text.replace(/\p{Nd}/gu, '0')));
  const common = () => (a.findIndex((one, index) => one !== b[index]) + 1 || a.length + 1) - 1;
  const ahead = common();
  a.reverse();
  b.reverse();
  return common() >= ahead ? 'left' : 'right';
}

// A text that takes several lines has no width to speak of.
function width(element) {
  const { width, height } = element.getBoundingClientRect();
  return height < 2 * element.getClientRects()[0]?.height ? width : NaN;
}

function move(element, side, change) {
  if (!(Math.abs(change) > 0.5)) return;
  const margin = side === 'left' ? 'marginLeft' : 'marginRight';
  // A currency sign ahead of the digits stands still.
  const [prefix, number] = element.children;
  if (side === 'left' && prefix?.textContent) element = number;
  element.animate({ [margin]: [`${change}px`, '0px'] }, { ...GLIDE, composite: 'add' });
  // What has just come is uncovered as its room grows.
  const cut = (room) => (side === 'left' ? `inset(-1em -1em -1em ${room}px)` : `inset(-1em ${room}px -1em -1em)`);
  if (change < 0) element.animate({ clipPath: [cut(-change), cut(0)] }, GLIDE);
}
