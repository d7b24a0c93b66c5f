// Searches the documentation: in an index that the service makes of its pages, read when somebody begins to search.

const find = (id) => document.getElementById(id);
const [form, input, list, count] = ['searching', 'search', 'found', 'found-count'].map(find);
const { index, root } = form.dataset;
const MAXIMUM = 12;

let places;

async function read() {
  const { pages } = await (await fetch(index)).json();
  return pages.flatMap((page) => page.places.map(([id, title, text]) => ({
    address: `${root}${page.path}${id && `#${encodeURIComponent(id)}`}`,
    title, text, page: page.title, isPage: !id,
    names: [title, page.title, text].map((part) => part.toLowerCase()),
  })));
}

/** How well a place suits a word; 0 where it has none of it. */
function score({ names: [title, page, text], isPage }, word) {
  if (title === word) return 100;
  if (title.startsWith(word)) return 40 + (isPage ? 10 : 0);
  if (title.includes(word)) return 20;
  if (page.includes(word)) return 4;
  return text.includes(word) ? 2 : 0;
}

function search(asked) {
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  const joined = words.join('');
  return words.length === 0 ? [] : places
    .map((place) => {
      const scores = words.map((word) => score(place, word));
      // `column mode` is `columnMode`.
      const sum = scores.includes(0) ? 0 : scores.reduce((all, one) => all + one);
      return { place, sum: place.names[0] === joined ? 200 : sum };
    })
    .filter(({ sum }) => sum > 0)
    .sort((one, other) => other.sum - one.sum)
    .slice(0, MAXIMUM)
    .map(({ place }) => place);
}

const made = (name, text) => Object.assign(document.createElement(name), { textContent: text });

function line({ address, title, text, page, isPage }) {
  const link = Object.assign(made('a', ''), { href: address });
  link.append(made('strong', title), made('span', isPage ? '' : page), made('small', text));
  const item = document.createElement('li');
  item.append(link);
  return item;
}

async function show() {
  places ??= read();
  places = await places;
  const found = search(input.value);
  list.replaceChildren(...found.map(line));
  list.hidden = input.value.trim() === '';
  if (!list.hidden && found.length === 0) list.replaceChildren(made('li', 'Nothing found.'));
  count.textContent = list.hidden ? '' : `${found.length || 'Nothing'} found`;
}

function close() {
  list.hidden = true;
  count.textContent = '';
}

input.addEventListener('input', show);
input.addEventListener('focus', show);
form.addEventListener('submit', (event) => {
  event.preventDefault();
  list.querySelector('a')?.click();
});
list.addEventListener('click', close);
form.addEventListener('focusout', ({ relatedTarget }) => { if (!form.contains(relatedTarget)) close(); });
form.addEventListener('keydown', (event) => {
  const links = [input, ...list.querySelectorAll('a')];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step && !list.hidden) {
    event.preventDefault();
    links.at((links.indexOf(document.activeElement) + step) % links.length).focus();
  }
  if (event.key !== 'Escape') return;
  input.focus();
  close();
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, textarea, select')) return;
  event.preventDefault();
  input.focus();
  input.select();
});
