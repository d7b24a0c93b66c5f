// The streams of kinetype.js: those that begin together share a connection, since browsers have six to a host.

const waiting = {};

export function listen(run, url) {
  const { key, late, ...animation } = Object.fromEntries(url.searchParams);
  const base = new URL(url.pathname, url);
  for (const [name, value] of Object.entries({ key, late })) if (value != null) base.searchParams.set(name, value);
  const batch = waiting[base] ??= [];
  if (batch.push({ run, url, animation }) > 1) return;
  setTimeout(() => {
    delete waiting[base];
    while (batch.length > 0) subscribe(batch.splice(0, 32), base);
  });
}

// EventSource returns by itself, after the last frame seen.
function subscribe(batch, base) {
  const source = new EventSource(batch.length > 1 ? together(batch, base) : batch[0].url);
  let open = batch.length;
  for (const { run } of batch) run.finished.then(() => --open || source.close());
  source.addEventListener('start', ({ data }) => {
    const { animation, animations = [{ id: 0, animation }] } = JSON.parse(data);
    for (const { id, animation } of animations) batch[id].run.start(animation);
  });
  source.onmessage = ({ data }) => {
    const frame = JSON.parse(data);
    batch[frame.id ?? 0].run.show(frame);
  };
  source.onerror = () => {
    const isOver = source.readyState > 1;
    for (const one of batch) {
      const { run } = one;
      // One that is refused must not take the others with it.
      if (isOver && batch.length > 1 && run.count === undefined) subscribe([one]);
      else if (isOver || !run.frame) run.end('failed');
      else run.expect();
    }
  };
}

function together(batch, base) {
  const animations = batch.map(({ animation }, id) => ({ ...animation, id }));
  const url = new URL(base);
  url.searchParams.set('animations', JSON.stringify(animations));
  return url;
}
