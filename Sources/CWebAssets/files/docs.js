// What every page of the documentation does: code that names this service, and labels that play.

const base = new URL('.', import.meta.url).href.replace(/\/$/, '');
const { service } = document.body.dataset;

// What is written for the address that the service knows is meant for the one that the reader uses.
if (service !== base) {
  for (const code of document.querySelectorAll('main code')) {
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replaceAll(service, base);
  }
}

const button = (text) => Object.assign(document.createElement('button'), { type: 'button', textContent: text });

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

// On a phone the topics are a line to scroll through, in which the one that is read is seen.
const topic = document.querySelector('.topics [aria-current]');
const topics = topic?.closest('ul');
const seek = () => { topics.scrollLeft = topic.offsetLeft - topics.offsetLeft - (topics.clientWidth - topic.offsetWidth) / 2; };
// A phone that is turned, or a font that comes later, makes another line of them.
if (topics) {
  new ResizeObserver(seek).observe(topics);
  document.fonts.ready.then(seek);
}

// The heading that is being read is marked in the list of them.
const headings = [...document.querySelectorAll('.outline a')]
  .map((link) => ({ link, place: document.getElementById(decodeURIComponent(link.hash.slice(1))) }))
  .filter(({ place }) => place);
if (headings.length) {
  const mark = () => {
    const read = headings.findLast(({ place }) => place.getBoundingClientRect().top < innerHeight / 3);
    for (const { link } of headings) {
      if (link === read?.link) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  addEventListener('scroll', mark, { passive: true });
  mark();
}

const { attribute } = await import('./kinetype.js');

/** Plays the parameters of a query, as attributes, in place of what stands there. */
function play(query, place) {
  const { to = '', ...parameters } = Object.fromEntries(new URLSearchParams(query));
  const label = document.createElement('kinetic-text');
  for (const [name, value] of Object.entries({ ...parameters, value: to })) label.setAttribute(attribute(name), value);
  place.replaceChildren(label);
}

for (const example of document.querySelectorAll('[data-plays]')) {
  const place = example.parentNode.querySelector('output');
  example.addEventListener('click', () => play(example.dataset.plays, place));
}

// A card plays when somebody points at it or comes to it by the keyboard; a finger presses it.
for (const card of document.querySelectorAll('[data-card]')) {
  const begin = () => play(card.dataset.card, card.querySelector('.stage'));
  card.addEventListener('pointerenter', ({ pointerType }) => { if (pointerType === 'mouse') begin(); });
  card.addEventListener('focus', () => { if (card.matches(':focus-visible')) begin(); });
  card.addEventListener('click', begin);
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
