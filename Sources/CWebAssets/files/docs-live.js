// Two screens that show one label of the reader's own, and buttons that change it.

import { LiveLabel, reveal } from './live-label.js';

const figure = document.querySelector('[data-live]');
const label = new LiveLabel([...figure.querySelectorAll('kinetic-text')]);
const problem = Object.assign(document.createElement('p'), { className: 'problem beside', role: 'alert' });
const buttons = Object.assign(document.createElement('div'), { className: 'buttons' });

label.changed = () => {
  reveal(figure, label.state);
  if (label.name) figure.querySelector('[data-page]').href = label.page;
};
label.ended = (reason) => { problem.textContent = reason; };

for (const by of [25, 1000]) {
  const text = `Add $${by.toLocaleString('en')}`;
  const button = Object.assign(document.createElement('button'), { type: 'button', textContent: text });
  button.addEventListener('click', async () => {
    const total = Number(label.text.replace(/\D/g, '')) + by;
    problem.textContent = await label.set(`$${total.toLocaleString('en')} raised`);
  });
  buttons.append(button);
}
figure.querySelector('.screens').after(buttons, problem);
label.begin();
