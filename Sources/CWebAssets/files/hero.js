// What the first page begins with: a number that counts once, and is then a live label that the visitor may set.

import { animate } from './kinetype.js';
import { LiveLabel, fit } from './live-label.js';

const MOTION = { curve: 'easeOutQuint', duration: 1.6 };

const find = (id) => document.getElementById(id);
const place = find('hero-label');
const input = find('hero-text');
const text = place.textContent;

/** Counts once; whether the service lets this visitor set a label is asked meanwhile. */
async function begin() {
  const label = LiveLabel.random();
  fit(place, text);
  offer(label);
  const counted = count();
  if (await label.set(text, MOTION)) return showStream();
  await counted;
  label.follow(place, text);
}

function count() {
  const label = document.createElement('span');
  label.textContent = '0';
  place.replaceChildren(label);
  return animate(label, { from: '0', to: text, ...MOTION }).finished;
}

function offer(label) {
  let isOwn = false;
  const show = () => { find('hero-curl').textContent = label.command(input.value); };
  show();
  find('hero-page').href = label.page;
  input.addEventListener('input', () => {
    isOwn = true;
    show();
  });
  find('hero-set').addEventListener('submit', async (event) => {
    event.preventDefault();
    find('hero-problem').textContent = await label.set(input.value, MOTION);
    // Who sets it again wants to see it move again.
    if (!isOwn) input.value = Math.floor(10_000 + Math.random() * 90_000).toLocaleString('en');
    show();
  });
}

/** Where visitors may not set labels, the line has the same number arrive in a terminal. */
function showStream() {
  const stream = new URL('v1/stream', document.baseURI);
  stream.search = new URLSearchParams({ from: '0', to: text, as: 'text' });
  find('hero-curl').textContent = `curl -N '${stream}'`;
  find('hero-set').hidden = find('hero-note').hidden = true;
}

// A link to an animation is about that one.
const asked = new URLSearchParams(location.search);
if (asked.has('from') || asked.has('to')) find('hero').hidden = true;
else begin();
