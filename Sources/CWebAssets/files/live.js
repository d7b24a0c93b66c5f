// A page to try a live label: it sets it, shows it, and says how to do both elsewhere.

import { LiveLabel, another, keepFitting, reveal } from './live-label.js';

const find = (id) => document.getElementById(id);
const input = find('to');

const name = new URLSearchParams(location.search).get('label') ?? undefined;
// The secret of a label stands in no address that is sent, and not in the one that is seen either.
const secret = location.hash.slice(1) || sessionStorage.getItem(name);
const screen = document.createElement('kinetic-text');
screen.append(name ? '…' : '$9,100 raised');
if (!name) screen.value = '$9,100 raised';
find('label').append(screen);
const label = new LiveLabel([screen], { name, secret });

label.changed = () => {
  if (label.secret) {
    sessionStorage.setItem(label.name, label.secret);
    history.replaceState(null, '', `?label=${encodeURIComponent(label.name)}`);
  }
  reveal(document, label.state);
  if (label.name) showLines();
};
label.ended = (reason) => { find('problem').textContent = reason; };

function showLines() {
  find('curl').textContent = label.command(input.value);
  find('tag').textContent = label.tag;
  find('share').textContent = label.page;
  find('alone').textContent = label.alone;
}

find('countdown').addEventListener('click', async () => {
  find('problem').textContent = await label.set('5:00', -1);
});
input.addEventListener('input', () => { if (label.name) showLines(); });
find('setter').addEventListener('submit', async (event) => {
  event.preventDefault();
  const problem = await label.set(input.value);
  find('problem').textContent = problem;
  if (problem) return;
  input.value = another(input.value);
  if (label.name) showLines();
});
screen.addEventListener('kinetic-start', () => { if (label.name) showLines(); });
keepFitting(find('label'), label.text);
label.begin();
