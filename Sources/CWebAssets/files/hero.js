// What the first page begins with: a number that rolls once, on the page, a phone and a terminal, and is a live label when
// the visitor sets it.

import { LiveLabel, another, keepFitting, reveal } from './live-label.js';

const ROLLING = { interpolation: 'odometer', columnMode: 'digit' };

const find = (id) => document.getElementById(id);
const input = find('hero-text');

/** A label whose digits roll one by one, as those of the page do; it stays so when it is set from elsewhere. */
class RollingLabel extends LiveLabel {
  put(to) {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${this.secret}` };
    return fetch(this.resource, { method: 'PUT', headers, body: JSON.stringify({ to, ...ROLLING }) });
  }

  /** The tag in one line, in which the module comes behind it. */
  get line() {
    const script = `<script type="module" src="${new URL('kinetype.js', import.meta.url)}"></script>`;
    if (this.name) return this.tag.split('\n').at(-1) + script;
    const text = this.text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
    return `<kinetic-text from="$0 raised" value="${text}">${text}</kinetic-text>${script}`;
  }
}

function begin() {
  const place = find('hero-label');
  const label = new RollingLabel([place.firstElementChild, find('hero-phone')]);
  keepFitting(place, label.text);
  const show = () => {
    reveal(find('hero'), label.state);
    find('hero-curl').textContent = label.command(input.value);
    find('hero-tag').textContent = label.line;
    if (label.name) find('hero-page').href = label.page;
  };
  // A terminal has the text of each frame, one in place of the other.
  const print = ({ detail }) => { find('hero-terminal').textContent = detail.text; };
  for (const name of ['kinetic-frame', 'kinetic-end']) place.addEventListener(name, print);
  place.addEventListener('kinetic-start', show);
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
