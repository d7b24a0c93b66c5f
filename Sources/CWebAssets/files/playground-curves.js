// The curve of the animation that is shown: axes, seconds, overshoot, and a dot that moves with the label.

const find = (id) => document.getElementById(id);

/** More points than these would be no better to see. */
const MAXIMUM_POINTS = 1000;

/** Seconds between two numbers of the axis. */
const STEPS = [0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 5, 10, 30, 60];

/** The edges of what is drawn within the drawing, which is as wide as it is on the page. */
const [LEFT, TOP, BOTTOM, HEIGHT] = [44, 16, 232, 264];
let right;

/** The frames that are drawn, and where the dot is. */
let drawn, moment;

/** Maps a frame to the drawing. */
let place = () => [0, 0];

export function clearCurve() {
  find('figure').hidden = true;
  drawn = null;
}

export function showCurve({ frames }, query) {
  find('figure').hidden = false;
  drawn = frames;
  // A pause or a repetition is no part of the curve.
  const isCurve = ['delay', 'repeat', 'autoreverse'].every((name) => !query.get(name));
  points = isCurve ? bezier(query.get('curve')) : null;
  draw();
  showMoment(frames[0]);
}

function draw() {
  const frames = drawn;
  const width = find('plot').clientWidth;
  right = width - 20;
  find('plot').setAttribute('viewBox', `0 0 ${width} ${HEIGHT}`);
  const end = frames.at(-1).time || 1;
  const values = frames.map(({ progress }) => progress);
  const low = Math.min(0, ...values);
  const high = Math.max(1, ...values);
  const height = (progress) => BOTTOM - ((progress - low) / (high - low)) * (BOTTOM - TOP);
  place = ({ time, progress }) => [LEFT + (time / end) * (right - LEFT), height(progress)];
  const stride = Math.ceil(frames.length / MAXIMUM_POINTS);
  const points = frames
    .filter(({ index }) => index % stride === 0 || index === frames.length - 1)
    .map((frame) => place(frame).map((value) => value.toFixed(2)).join(' '));
  const line = `M${points.join('L')}`;
  for (const id of ['curve-line', 'curve-past']) find(id).setAttribute('d', line);
  const above = `${line}L${right} ${height(1)}H${LEFT}Z`;
  const below = `${line}L${right} ${height(0)}H${LEFT}Z`;
  find('overshoot').setAttribute('d', above + below);
  find('outside-area').setAttribute('d', `M0 0H${width}V${height(1)}H0ZM0 ${height(0)}H${width}V${HEIGHT}H0Z`);
  drawAxes({ end, low, high, height });
  drawHandles(end);
}

// MARK: Handles

/** The curves of CSS that have two points to drag; what nobody has named is easeInOut, which is another. */
const BEZIERS = { linear: [0, 0, 1, 1], ease: [0.25, 0.1, 0.25, 1], 'ease-in': [0.42, 0, 1, 1], 'ease-out': [0, 0, 0.58, 1], 'ease-in-out': [0.42, 0, 0.58, 1] };

/** The four numbers of the curve that is shown, where it has such. */
let points;

function bezier(curve) {
  if (!curve) return null;
  const numbers = /^cubic-bezier\(([^()]*)\)$/i.exec(curve)?.[1].split(',').map(Number);
  return BEZIERS[curve] ?? (numbers?.length === 4 && numbers.every(Number.isFinite) ? numbers : null);
}

function drawHandles(end) {
  find('handles').setAttribute('display', points ? 'inline' : 'none');
  if (!points) return;
  const at = (index) => place({ time: points[2 * index] * end, progress: points[2 * index + 1] });
  const [start, target] = [place({ time: 0, progress: 0 }), place({ time: end, progress: 1 })];
  find('arms').setAttribute('d', `M${start}L${at(0)}M${target}L${at(1)}`);
  for (const index of [0, 1]) {
    const handle = find(`handle-${index + 1}`);
    const [x, y] = at(index);
    handle.setAttribute('cx', x);
    handle.setAttribute('cy', y);
    handle.setAttribute('aria-valuenow', points[2 * index]);
    handle.setAttribute('aria-valuetext', `${points[2 * index]} of the time, ${points[2 * index + 1]} of the way`);
  }
}

/** Puts a point elsewhere: the curve is written as its four numbers, as if somebody had typed it. */
function move(index, x, y) {
  const next = [...points];
  next[2 * index] = Number(Math.min(Math.max(x, 0), 1).toFixed(2));
  next[2 * index + 1] = Number(Math.min(Math.max(y, -1), 2).toFixed(2));
  points = next;
  find('curve').value = `cubic-bezier(${next.join(', ')})`;
  drawHandles(drawn.at(-1).time || 1);
  find('curve').dispatchEvent(new Event('input', { bubbles: true }));
}

for (const index of [0, 1]) {
  const handle = find(`handle-${index + 1}`);
  handle.addEventListener('pointerdown', (event) => {
    handle.setPointerCapture(event.pointerId);
    event.preventDefault();
    handle.focus();
  });
  handle.addEventListener('pointermove', (event) => {
    if (!handle.hasPointerCapture(event.pointerId) || !points) return;
    const box = find('plot').getBoundingClientRect();
    const [bottom, top] = [place({ time: 0, progress: 0 })[1], place({ time: 0, progress: 1 })[1]];
    move(index, (event.clientX - box.left - LEFT) / (right - LEFT), (bottom - (event.clientY - box.top)) / (bottom - top));
  });
  handle.addEventListener('pointerup', () => find('curve').dispatchEvent(new Event('change', { bubbles: true })));
  handle.addEventListener('keydown', (event) => {
    const [x, y] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key] ?? [];
    if (x === undefined) return;
    event.preventDefault();
    const step = event.shiftKey ? 0.1 : 0.01;
    move(index, points[2 * index] + x * step, points[2 * index + 1] + y * step);
  });
}

export function showMoment(frame) {
  moment = frame;
  const [x, y] = place(frame);
  find('dot').setAttribute('cx', x);
  find('dot').setAttribute('cy', y);
  find('past-area').setAttribute('width', x);
}

/** Lines at 0 and 1, the seconds below, and the peaks where they have room. */
function drawAxes({ end, low, high, height }) {
  const axes = find('axes');
  axes.replaceChildren();
  const levels = [0, 1, high, low].filter((level, index, all) =>
    all.slice(0, index).every((other) => Math.abs(height(other) - height(level)) >= 18));
  for (const level of levels) {
    if (level === 0 || level === 1) axes.append(made('path', { d: `M${LEFT} ${height(level)}H${right}` }));
    axes.append(made('text', { x: LEFT - 8, y: height(level) + 4, class: 'level' }, short(level)));
  }
  const step = STEPS.find((seconds) => end / seconds <= right / 80) ?? end / 4;
  for (let time = 0; time <= end + step / 100; time += step) {
    const x = LEFT + (time / end) * (right - LEFT);
    axes.append(made('path', { d: `M${x} ${BOTTOM}v6`, class: 'second' }));
    axes.append(made('text', { x, y: BOTTOM + 24, class: 'time' }, `${short(time)} s`));
  }
}

const short = (value) => String(Number(value.toFixed(2)));

function made(name, attributes, text = '') {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  element.textContent = text;
  return element;
}

new ResizeObserver(() => {
  if (!drawn || find('plot').clientWidth === right + 20) return;
  draw();
  if (moment) showMoment(moment);
}).observe(find('plot'));
