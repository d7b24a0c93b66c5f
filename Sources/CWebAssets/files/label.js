// A page with nothing but a label: /labels/donations?size=80&color=white&outline=black&font=Inter&weight=700&align=left

import './kinetype.js';

// Each value is checked by the one property that it is for, so that it can be nothing else.
/** A color of digits alone, which an address has without its `#`. */
const hexadecimal = (value) => (/^([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i.test(value) ? `#${value}` : value);
const LOOKS = {
  size: ['font-size', (value) => (/^\d+(\.\d+)?$/.test(value) ? `${value}px` : value)],
  color: ['color', hexadecimal],
  // Over a film a text is read with an edge.
  outline: ['-webkit-text-stroke-color', hexadecimal],
  font: ['font-family', (value) => value],
  weight: ['font-weight', (value) => value],
  align: ['text-align', (value) => value],
};

const query = new URLSearchParams(location.search);
for (const [name, [property, written]] of Object.entries(LOOKS)) {
  if (!query.has(name)) continue;
  const value = written(query.get(name));
  if (CSS.supports(property, value)) document.body.style.setProperty(property, value);
  else console.warn(`kinetype: ${name} cannot be "${value}"`);
}

const name = decodeURIComponent(location.pathname.split('/').at(-1));
document.title = name;
const label = document.createElement('kinetic-text');
label.setAttribute('label', name);
label.setAttribute('src', '../v1/labels');
for (const attribute of ['token', 'follow']) {
  if (query.has(attribute)) label.setAttribute(attribute, query.get(attribute));
}
const note = document.getElementById('note');
// What to do about a label of which there is nothing to be seen.
const HINTS = { missing: 'It appears here once somebody sets it; a private one needs a ?token= in this address.' };
let isShown = false;
label.addEventListener('kinetic-end', ({ detail: { problem } }) => {
  // Who watches what OBS shows is not to read of it: the page waits in silence until the label is there.
  if (!problem || isShown || window.obsstudio) return;
  note.textContent = `${problem.detail.replaceAll('`', '')} ${HINTS[problem.reason] ?? ''}`;
  note.hidden = false;
});
label.addEventListener('kinetic-start', () => { isShown = note.hidden = true; });
document.getElementById('place').append(label);
