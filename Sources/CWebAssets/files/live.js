// A page to try a live label: it sets it, shows it, and says how to do both elsewhere.

import { LiveLabel } from './live-label.js';

const find = (id) => document.getElementById(id);

const given = new URLSearchParams(location.search).get('label');
const label = given ? new LiveLabel(given) : LiveLabel.random();
if (!given) history.replaceState(null, '', `?label=${label.name}`);

function showLines(text) {
  find('curl').textContent = label.command(text);
  find('tag').textContent = label.tag;
  find('share').textContent = label.page;
  find('alone').textContent = label.alone;
}

find('setter').addEventListener('submit', async (event) => {
  event.preventDefault();
  showLines(find('to').value);
  find('problem').textContent = await label.set(find('to').value);
});
label.follow(find('label'), 'Set me');
showLines(find('to').value);
