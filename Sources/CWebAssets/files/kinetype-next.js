// What a label shows next, for kinetype-tabs.js: a list of answers that caches in front of the service hand on, each with the
// path of the following one.

// Tells of a label until it is refused or the service cannot be asked; `get` asks for an address.
export async function follow(first, get, source, id) {
  let url = first;
  let last = 0;
  for (;;) {
    const response = await get(url);
    const data = await response.json();
    if (!response.ok) return source.say('refused', { id, problem: data });
    const { label, absent, next } = data;
    if (label) source.say('change', data);
    else if (absent) source.say('absent', absent);
    else source.call();
    // Not all viewers ask again at the same moment, nor any without a pause for what it knows.
    if (!(label?.start > last)) await new Promise((resolve) => setTimeout(resolve, 500 * Math.random()));
    last = Math.max(last, label?.start ?? 0);
    url = new URL(first);
    for (const [name, value] of new URL(next, first).searchParams) url.searchParams.set(name, value);
  }
}
