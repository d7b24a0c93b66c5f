// The choice of a curve: all of them as drawings, a spring by two sliders, and the chosen one for CSS.

const find = (id) => document.getElementById(id);

/** What begins as one of these is a spring; each has its own bounce. */
const BOUNCES = { spring: 0.3, smooth: 0, snappy: 0.15, bouncy: 0.3 };

export function attachPicker() {
  find('choices').addEventListener('pointerover', ({ target }) => ride(target.closest('label')?.querySelector('svg')));
  find('choices').addEventListener('input', ({ target }) => { find('curve').value = target.value; });
  for (const id of ['spring-duration', 'spring-bounce']) {
    const pair = [find(id), find(`${id}-number`)];
    for (const [one, other] of [pair, pair.toReversed()]) {
      one.addEventListener('input', () => {
        other.value = one.value;
        find('curve').value = spring();
      });
    }
  }
}

/** Has a dot go over a drawing once, at the speed of the curve. */
function ride(svg) {
  if (!svg || svg.querySelector('circle') || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const numbers = svg.firstElementChild.getAttribute('d').match(/-?[\d.]+/g).map(Number);
  const last = numbers.length / 2 - 1;
  const dot = document.createElementNS(svg.namespaceURI, 'circle');
  dot.setAttribute('r', 4);
  svg.append(dot);
  const start = performance.now();
  const step = () => {
    const share = (performance.now() - start) / 1000;
    if (share > 1.3) return dot.remove();
    const place = Math.min(share, 1) * last;
    const index = Math.min(Math.floor(place), last - 1);
    for (const [offset, name] of ['cx', 'cy'].entries()) {
      const [from, to] = [numbers[2 * index + offset], numbers[2 * index + 2 + offset]];
      dot.setAttribute(name, from + (place - index) * (to - from));
    }
    requestAnimationFrame(step);
  };
  step();
}

function spring() {
  const [duration, bounce] = ['duration', 'bounce'].map((name) => find(`spring-${name}-number`).value);
  return `spring(duration: ${duration}, bounce: ${bounce})`;
}

/** Marks the drawing of the curve that is asked for, and shows its sliders where it is a spring. */
export function showChoice() {
  const curve = find('curve').value.trim();
  const choices = [...document.querySelectorAll('#choices input')];
  const asked = curve || find('curve').placeholder;
  const name = /^[\w-]+/.exec(asked)?.[0];
  const plain = (text) => text.replaceAll(' ', '').toLowerCase();
  const first = /\(\s*(\w+:)/.exec(asked)?.[1] ?? '';
  // With other numbers it is of the same kind.
  const marked = choices.find(({ value }) => plain(value) === plain(asked))
    ?? choices.find(({ value }) => value.startsWith(`${name}(${first}`))
    ?? choices.find(({ value }) => value.startsWith(`${name}(`));
  for (const choice of choices) choice.checked = choice === marked;
  const box = find('choices');
  const chosen = box.querySelector(':checked')?.parentElement;
  // The page itself stays where it is.
  if (chosen && !box.matches(':focus-within')) box.scrollTop = chosen.offsetTop - box.clientHeight / 3;
  const isSpring = name in BOUNCES;
  find('springs').hidden = !isSpring;
  if (!isSpring || curve === spring()) return;
  const number = (argument) => new RegExp(`\\b${argument}:\\s*(-?[\\d.]+)`, 'i').exec(curve)?.[1];
  const extra = Number(number('extraBounce') ?? 0);
  const damping = number('dampingRatio') ?? number('dampingFraction');
  const bounce = Math.min(Math.max(damping ? 1 - damping : BOUNCES[name] + extra, -0.99), 1);
  setPair('spring-duration', number('duration') ?? number('response') ?? '0.5');
  setPair('spring-bounce', number('bounce') ?? String(Number(bounce.toFixed(2))));
}

function setPair(id, value) {
  find(id).value = value;
  find(`${id}-number`).value = value;
}

let asking;

/** Writes the curve as a CSS easing; `duration` as it was asked for, or none. */
export async function showCSS(query) {
  const asked = new URLSearchParams({ curve: query.get('curve') ?? 'easeInOut' });
  if (query.has('duration')) asked.set('duration', query.get('duration'));
  asking?.abort();
  asking = new AbortController();
  try {
    const { signal } = asking;
    const response = await fetch(`v1/curve?${asked}`, { signal, headers: { Accept: 'application/json' } });
    const answer = await response.json();
    find('css').textContent = response.ok ? answer.cssLinear.text : '';
  } catch (error) {
    if (error.name === 'AbortError') return;
    find('css').textContent = '';
  }
  find('css').parentElement.hidden = find('css').textContent === '';
}
