// Two screens that follow one label of the reader's own, and buttons that change it.

import './kinetype.js';

// A reader's label is gone by itself after an hour.
const LIFETIME = 3600;

const figure = document.querySelector('[data-live]');
const number = Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(36)).join('');
const resource = new URL(`v1/labels/docs-${number}`, import.meta.url).href;
const problem = Object.assign(document.createElement('p'), { className: 'problem', role: 'alert' });

async function send(method, address, body) {
  try {
    const answer = await fetch(address, {
      method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
    });
    problem.textContent = answer.ok ? '' : (await answer.json()).detail.replaceAll('`', '');
  } catch {
    problem.textContent = 'The service does not answer.';
  }
}

const buttons = Object.assign(document.createElement('div'), { className: 'buttons' });
for (const by of ['25', '1000']) {
  const text = `Add $${Number(by).toLocaleString('en')}`;
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: text });
  button.addEventListener('click', () => send('POST', `${resource}/add`, { by }));
  buttons.append(button);
}
figure.append(buttons, problem);

await send('PUT', resource, { to: '$9,100 raised', expires: LIFETIME });
// It moves once by itself.
await send('POST', `${resource}/add`, { by: '240' });
for (const screen of figure.querySelectorAll('kinetic-text')) screen.setAttribute('label', `docs-${number}`);
