// What the first page begins with: a number that rolls once, and is a live label when the visitor sets it.

import { LiveLabel, keepFitting, reveal } from './live-label.js';

const ROLLING = { interpolation: 'odometer', columnMode: 'digit' };

const find = (id) => document.getElementById(id);
const input = find('hero-text');

/** A label whose digits roll one by one, as those of the page do; it stays so when it is set from elsewhere. */
class RollingLabel extends LiveLabel {
  // From now on the label says how it moves: an element that named a way would have words change at once.
  set(...given) {
    for (const screen of this.screens) for (const name in ROLLING) screen.removeAttribute(name);
    return super.set(...given);
  }

  put(to) {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${this.secret}` };
    return fetch(this.resource, { method: 'PUT', headers, body: JSON.stringify({ to, ...ROLLING }) });
  }

  get tag() {
    if (this.name) return super.tag;
    const text = this.text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
    return `<script type="module" src="${new URL('kinetype.min.js', import.meta.url)}"></script>\n`
      + `<kinetic-text from="$1,000 raised" value="${text}">${text}</kinetic-text>`;
  }
}

function begin() {
  const place = find('hero-label');
  const label = new RollingLabel([place.firstElementChild]);
  keepFitting(place, label.text);
  const show = () => {
    reveal(find('hero'), label.state);
    find('hero-curl').textContent = label.command(input.value);
    find('hero-tag').textContent = label.tag;
    if (label.name) find('hero-page').href = label.page;
  };
  place.addEventListener('kinetic-start', show);
  label.changed = show;
  label.ended = (reason) => { find('hero-problem').textContent = reason; };
  input.addEventListener('input', show);
  find('hero-set').addEventListener('submit', async (event) => {
    event.preventDefault();
    find('hero-problem').textContent = await label.set(input.value);
    show();
  });
  label.begin();
}

// A link to an animation is about that one.
const asked = new URLSearchParams(location.search);
if (asked.has('from') || asked.has('to')) find('hero').hidden = true;
else begin();
