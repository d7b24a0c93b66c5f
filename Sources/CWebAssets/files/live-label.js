// A visitor's own live label: a name that nobody guesses, its addresses, and how it is set and followed.

import './kinetype.js';

// It is gone by itself after an hour.
const LIFETIME = 3600;

const address = (path) => new URL(path, document.baseURI).href;

export class LiveLabel {
  static random() {
    const bytes = crypto.getRandomValues(new Uint8Array(5));
    return new LiveLabel(`live-${Array.from(bytes, (byte) => byte.toString(36)).join('')}`);
  }

  constructor(name) {
    this.name = name;
    this.resource = address(`v1/labels/${encodeURIComponent(name)}`);
    this.page = address(`live?label=${encodeURIComponent(name)}`);
    this.alone = address(`labels/${encodeURIComponent(name)}?size=96&color=white`);
  }

  get tag() {
    const name = this.name.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    return `<script type="module" src="${address('kinetype.js')}"></script>\n`
      + `<kinetic-text label="${name}"></kinetic-text>`;
  }

  /** The line that sets it from a shell, whose own quotation marks end at one within. */
  command(text) {
    return `curl -X PUT '${this.resource}' -d '${JSON.stringify({ to: text }).replaceAll("'", "'\\''")}'`;
  }

  /** Sets its text; what is wrong, if anything is. */
  async set(to, parameters = {}) {
    try {
      const answer = await fetch(this.resource, {
        method: 'PUT', headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ to, expires: LIFETIME, ...parameters }),
      });
      return answer.ok ? '' : (await answer.json()).detail.replaceAll('`', '');
    } catch {
      return 'The service does not answer.';
    }
  }

  /** Shows it in place of what a place has, as wide as its texts need. */
  follow(place, text) {
    const label = Object.assign(document.createElement('kinetic-text'), { textContent: text });
    label.setAttribute('label', this.name);
    label.addEventListener('kinetic-start', ({ detail }) => fit(place, detail.from, detail.to));
    place.replaceChildren(label);
  }
}

/** Gives a place room for the longest of some texts. */
export function fit(place, ...texts) {
  const count = Math.max(...texts.map((text) => text.length));
  place.style.setProperty('--widest', count * 0.6);
}
