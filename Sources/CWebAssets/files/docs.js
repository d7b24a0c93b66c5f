// What every page of the documentation does: blocks to copy that name this service, and labels that play.

const base = new URL('.', import.meta.url);

// What is written for a service on this machine is meant for the one that the reader uses.
for (const code of document.querySelectorAll('main code')) {
  code.textContent = code.textContent.replaceAll('http://localhost:8080', base.href.replace(/\/$/, ''));
}

const button = (text) => Object.assign(document.createElement('button'), { type: 'button', textContent: text });

for (const [number, block] of document.querySelectorAll('pre[data-run]').entries()) {
  const copies = button('Copy');
  copies.dataset.copies = block.firstChild.id = `code-${number + 1}`;
  const place = Object.assign(document.createElement('div'), { className: 'block' });
  block.replaceWith(place);
  place.append(block, copies);
}

// A label plays once by itself, and again when asked: a fresh copy takes its place.
for (const label of document.querySelectorAll('.demo > kinetic-text:not([label])')) {
  const unplayed = label.cloneNode(true);
  let shown = label;
  const again = button('Play again');
  again.addEventListener('click', () => {
    const next = unplayed.cloneNode(true);
    shown.replaceWith(next);
    shown = next;
  });
  label.parentNode.append(again);
}

const { attribute } = await import('./kinetype.js');

// An example plays behind its button, with the parameters of a query as attributes.
for (const example of document.querySelectorAll('[data-plays]')) {
  const place = document.createElement('output');
  example.addEventListener('click', () => {
    const { to = '', ...parameters } = Object.fromEntries(new URLSearchParams(example.dataset.plays));
    const label = document.createElement('kinetic-text');
    for (const [name, value] of Object.entries({ ...parameters, value: to })) label.setAttribute(attribute(name), value);
    example.after(place);
    place.replaceChildren(label);
  });
}

// A picture plays by itself once it is seen, and again at a click. Browsers do not restart an SVG whose address they show
// already, so each replay has an address of its own.
for (const [number, again] of document.querySelectorAll('[data-draws]').entries()) {
  const picture = again.parentNode.querySelector('img');
  const { src } = picture;
  let count = 0;
  again.addEventListener('click', async () => {
    const drawn = await (await fetch(src)).text();
    count += 1;
    picture.src = `data:image/svg+xml,${encodeURIComponent(drawn)}#${number}-${count}`;
  });
}
