// A visitor's own live label: the service makes it when it is first set. Where it makes none, texts move on this screen.

import './kinetype.js';

const address = (path) => new URL(path, import.meta.url).href;

/** Whether the service lets this visitor use a method of a resource. */
async function isOpen(method, resource) {
  try {
    const { headers } = await fetch(resource, { method: 'OPTIONS' });
    return (headers.get('Allow') ?? '').split(', ').includes(method);
  } catch {
    return false;
  }
}

function send(method, resource, body, secret) {
  const headers = { 'Content-Type': 'application/json' };
  if (secret) headers.Authorization = `Bearer ${secret}`;
  return fetch(resource, { method, headers, body: JSON.stringify(body) });
}

/** A value of a query within quotation marks of a shell, as short as it may be written. */
function word(text) {
  return encodeURIComponent(text).replaceAll('%20', '+').replaceAll('%24', '$').replaceAll('%2C', ',').replaceAll("'", '%27');
}

export class LiveLabel {
  /**
   * What a visitor may do: `offered` (it is made when he sets it), `own` (it is his), `open` (anybody here may set it),
   * `watched` (somebody else sets it) or `alone` (nobody makes labels, so that it moves on this screen).
   */
  state = '';
  /** Called when that is known, and when it changes. */
  changed = () => {};
  /** Called with a reason when there is nothing to be seen of the label any more. */
  ended = () => {};

  /** Shows it on some <kinetic-text>; with a name it is one that is there, with its secret the visitor's own. */
  constructor(screens, { name, secret } = {}) {
    Object.assign(this, { screens, name, secret, text: screens[0].value || screens[0].textContent });
    screens[0].addEventListener('kinetic-start', ({ detail }) => { this.text = detail.to; });
    screens[0].addEventListener('kinetic-end', ({ detail }) => { if (this.name && detail.problem) this.end(detail.problem); });
    if (name) this.follow();
  }

  /** Asks what the visitor may do. */
  async begin() {
    if (this.secret) this.become('own');
    // The label of another visitor, whose name begins so, is set with its secret alone.
    else if (this.name?.startsWith('_')) this.become('watched');
    else if (this.name) this.become(await isOpen('PUT', this.resource) ? 'open' : 'watched');
    else this.become(await isOpen('POST', address('v1/labels')) ? 'offered' : 'alone');
  }

  become(state) {
    this.state = state;
    this.changed();
  }

  follow() { for (const screen of this.screens) screen.setAttribute('label', this.name); }

  end({ detail }) {
    this.ended(this.secret && /expired|deleted/.test(detail)
      ? 'This label is gone. Set it, and it is a new one.' : detail.replaceAll('`', ''));
  }

  /** Sets its text, and has it run by itself at a rate; what is wrong, if anything is. */
  async set(to, rate = null) {
    if (!this.state) await this.begin();
    if (this.state === 'alone') {
      for (const screen of this.screens) screen.value = to;
      this.text = to;
      return '';
    }
    try {
      let answer = this.name && await this.put(to, rate);
      // One whose hour is over gives way to a new one.
      if (!answer || (answer.status === 404 && this.secret)) answer = await this.make(to, rate);
      if (!answer.ok) return (await answer.json()).detail.replace('`to`', 'The text').replaceAll('`', '');
      this.text = to;
      return '';
    } catch {
      return 'The service does not answer.';
    }
  }

  put(to, rate) { return send('PUT', this.resource, { to, rate }, this.secret); }

  /** Has it made with the text that is shown, from which it moves. */
  async make(to, rate) {
    const answer = await send('POST', address('v1/labels'), { to: this.text });
    if (!answer.ok) return answer;
    ({ id: this.name, secret: this.secret } = await answer.json());
    this.follow();
    this.become('own');
    return this.put(to, rate);
  }

  get resource() { return address(`v1/labels/${encodeURIComponent(this.name)}`); }

  /** The page where it is set, by whom it is given to. */
  get page() {
    return address(`live?label=${encodeURIComponent(this.name)}`) + (this.secret ? `#${this.secret}` : '');
  }

  /** The page that shows nothing else. */
  get alone() { return address(`labels/${encodeURIComponent(this.name)}?size=96&color=white`); }

  get tag() {
    const [name, text] = [this.name, this.text].map((part) =>
      part.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'));
    return `<script type="module" src="${address('kinetype.min.js')}"></script>\n`
      + `<kinetic-text label="${name}">${text}</kinetic-text>`;
  }

  /** The line that sets it from a shell, whose own quotation marks end at one within; else one that shows the same there. */
  command(to) {
    if (this.state === 'watched') return `curl -N '${this.resource}/stream?as=text'`;
    if (!this.name) return `curl -N '${address('v1/stream')}?from=${word(this.text)}&to=${word(to)}&as=text'`;
    const secret = this.secret ? ` -H 'Authorization: Bearer ${this.secret}'` : '';
    return `curl -X PUT '${this.resource}'${secret} -d '${JSON.stringify({ to }).replaceAll("'", "'\\''")}'`;
  }
}

/** Shows what a page says of a state. */
export function reveal(root, state) {
  for (const part of root.querySelectorAll('[data-when]')) part.hidden = !part.dataset.when.split(' ').includes(state);
}

/** The same text with other digits, for who wants to see it move again; of a clock, another minute. */
export function another(text) {
  const below = (count) => Math.floor(Math.random() * count);
  return text.replace(/(:?)(\d)(\d*)(?![\d:])/g, (_, colon, first, rest) =>
    colon + (colon ? (Number(first) + 1 + below(5)) % 6 : (Number(first) + below(8)) % 9 + 1)
    + rest.replace(/\d/g, () => below(10)));
}

/** Has a label be as large as its longest text lets it, within a place of one size, on several lines if need be. */
export function fit(place, ...texts) {
  const { fontWeight, fontFamily } = getComputedStyle(place);
  const pen = document.createElement('canvas').getContext('2d');
  pen.font = `${fontWeight} 100px ${fontFamily}`;
  const widest = Math.max(...texts.map((text) => pen.measureText(text).width)) / 100;
  const [width, height] = [0.96 * place.clientWidth, place.clientHeight / 1.2];
  let size = Math.min(width / widest, height);
  // Words do not fill lines.
  if (size < 24) for (size = 24; size > 8 && (Math.ceil(widest * size / width) + 1) * size > height;) size -= 1;
  place.style.setProperty('--widest', width / size);
}

/** Keeps a label as large as what it shows and will show. */
export function keepFitting(place, text) {
  fit(place, text);
  place.addEventListener('kinetic-start', ({ detail }) => fit(place, detail.from ?? '', detail.to));
  place.addEventListener('kinetic-end', ({ detail }) => fit(place, detail.text));
}
