// What the first page begins with: a number that counts once, and is a live label when the visitor sets it.

import { LiveLabel, another, keepFitting, reveal } from './live-label.js';

const find = (id) => document.getElementById(id);
const input = find('hero-text');

function begin() {
  const place = find('hero-label');
  const label = new LiveLabel([place.firstElementChild]);
  keepFitting(place, label.text);
  const show = () => {
    reveal(find('hero'), label.state);
    find('hero-curl').textContent = label.command(input.value);
    if (label.name) find('hero-page').href = label.page;
  };
  label.changed = show;
  label.ended = (reason) => { find('hero-problem').textContent = reason; };
  input.addEventListener('input', show);
  find('hero-set').addEventListener('submit', async (event) => {
    event.preventDefault();
    const problem = await label.set(input.value);
    find('hero-problem').textContent = problem;
    if (!problem) input.value = another(input.value);
    show();
  });
  label.begin();
}

// A link to an animation is about that one.
const asked = new URLSearchParams(location.search);
if (asked.has('from') || asked.has('to')) find('hero').hidden = true;
else begin();
