// A page to try a live label: it sets it, shows it, and says how to do both elsewhere.

import './kinetype.js';

// A visitor's label is gone by itself after an hour.
const LIFETIME = 3600;

const find = (id) => document.getElementById(id);

const query = new URLSearchParams(location.search);
const isOwn = !query.get('label');
const random = () => `live-${Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => byte.toString(36)).join('')}`;
const name = isOwn ? random() : query.get('label');
if (isOwn) history.replaceState(null, '', `?label=${name}`);

const address = (path) => new URL(path, document.baseURI).href;
const resource = address(`v1/labels/${encodeURIComponent(name)}`);

function showLines(text) {
  // A quotation mark ends the shell's own.
  const body = JSON.stringify({ to: text }).replaceAll("'", "'\\''");
  find('curl').textContent = `curl -X PUT '${resource}' -d '${body}'`;
  find('tag').textContent = `<script type="module" src="${address('kinetype.js')}"></script>\n`
    + `<kinetic-text label="${name.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></kinetic-text>`;
  find('share').textContent = address(`live?label=${encodeURIComponent(name)}`);
  find('alone').textContent = address(`labels/${encodeURIComponent(name)}?size=96&color=white`);
}

async function set(text) {
  showLines(text);
  try {
    const answer = await fetch(resource, {
      method: 'PUT', headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ to: text, expires: LIFETIME }),
    });
    find('problem').textContent = answer.ok ? '' : (await answer.json()).detail.replaceAll('`', '');
  } catch {
    find('problem').textContent = 'The service does not answer.';
  }
}

const label = Object.assign(document.createElement('kinetic-text'), { textContent: 'Set me' });
label.setAttribute('label', name);
find('label').append(label);
label.addEventListener('kinetic-start', ({ detail }) => {
  const count = Math.max(detail.from.length, detail.to.length);
  find('label').style.setProperty('--widest', count * 0.6);
});
find('setter').addEventListener('submit', (event) => {
  event.preventDefault();
  set(find('to').value);
});
showLines(find('to').value);
