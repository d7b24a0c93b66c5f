// What a label shows next, for kinetype-tabs.js: a list of answers that caches in front of the service hand on, each with the
// path of the following one.

// Tells of a label until it is refused or the service cannot be asked; `get` asks for an address.
export async function follow(first, get, source, id) {
  let url = first;
  let known;
  for (;;) {
    const response = await get(url);
    const data = await response.json();
    if (!response.ok) return source.say('refused', { id, problem: data });
    const { label, absent, next } = data;
    // A node that has not heard of the last change yet tells of the one before.
    const isOld = label?.version < known?.version && label.start < known.start;
    if (absent) source.say('absent', { id, reason: absent });
    else if (label && !isOld) source.say('change', data);
    else source.call();
    // Not all viewers ask again at the same moment, nor any without a pause for what it knows.
    if (!(label?.start > (known?.start ?? 0))) await new Promise((resolve) => setTimeout(resolve, 500 * Math.random()));
    if (!isOld) known = label ?? known;
    url = new URL(first);
    for (const [name, value] of new URL(next, first).searchParams) url.searchParams.set(name, value);
  }
}
