"""A page's time, invented by a test: it stands still but where the test lets it pass, however busy the machine is."""

from pathlib import Path

PARTS = sorted(path.name for path in (Path(__file__).parents[2] / "Sources/CWebAssets/files").glob("kinetype-*.js"))

# Seconds after which what a test waits for does not come.
PATIENCE = 60

# Takes the place of the page's clock, timers and animation frames, before its own scripts run. While a request is under
# way no time passes; it then takes `clock.delay` milliseconds. A stream of the service is its frames, each at its time.
CLOCK = r"""
  const FRAME = 1000 / 60;
  const real = { fetch: window.fetch.bind(window), draw: window.requestAnimationFrame.bind(window) };
  const drawn = () => new Promise(real.draw);
  // What follows from a timer comes before the next.
  const channel = new MessageChannel();
  const resting = [];
  channel.port1.onmessage = () => resting.shift()();
  const rest = () => new Promise((resume) => { resting.push(resume); channel.port2.postMessage(null); });

  let now = 0;
  let last = 0;
  let requests = 0;
  const timers = new Map();
  const frames = new Map();
  const time = (every) => (act, wait = 0, ...given) => {
    timers.set(last += 1, { due: now + Math.max(wait, 0), every: every && wait, act: () => act(...given) });
    return last;
  };
  performance.now = () => now;
  window.setTimeout = time(false);
  window.setInterval = time(true);
  window.clearTimeout = window.clearInterval = (id) => { timers.delete(id); };
  window.requestAnimationFrame = (act) => { frames.set(last += 1, act); return last; };
  window.cancelAnimationFrame = (id) => { frames.delete(id); };

  // What moves by itself in elements goes by this clock as well, unless a test holds it. It is held in the task in which it
  // begins: by the next, a busy machine may have drawn all of it.
  const roots = [];
  const beginning = new MutationObserver(hold);
  const { attachShadow } = Element.prototype;
  Element.prototype.attachShadow = function (...given) {
    const root = attachShadow.apply(this, given);
    roots.push(root);
    beginning.observe(root, { attributes: true, childList: true, characterData: true, subtree: true });
    return root;
  };
  const begun = new WeakMap();
  function hold() {
    for (const one of roots.flatMap((root) => root.getAnimations())) {
      if (!begun.has(one)) begun.set(one, now);
      one.pause();
      const time = now - begun.get(one);
      if (time < one.effect.getComputedTiming().endTime) one.currentTime = time;
      else one.finish();
    }
  }

  const passed = (wait) => new Promise((resume) => setTimeout(resume, wait));

  // A request of which no time passes until all of its answer is there.
  async function whole(...request) {
    requests += 1;
    try {
      const answer = await real.fetch(...request);
      const text = await answer.text();
      return Object.assign(new Response(text || null, answer), { json: async () => JSON.parse(text) });
    } finally {
      requests -= 1;
    }
  }

  window.fetch = async (resource, options = {}) => {
    const url = new URL(resource, document.baseURI);
    const isStream = url.pathname === '/v1/stream';
    const answer = await (isStream ? stream(url, options) : whole(resource, options));
    await passed(window.clock.delay);
    options.signal?.throwIfAborted();
    return answer;
  };

  async function stream(url, { body }) {
    url.pathname = '/v1/frames';
    if (!body.has('animations')) url.search = body;
    url.searchParams.delete('late');
    const answer = await (body.has('animations') ? whole(url, { method: 'POST', body }) : whole(url));
    if (!answer.ok) return answer;
    const { frames, animation, animations = [{ animation, frames }] } = await answer.json();
    const told = new TextEncoder();
    return new Response(new ReadableStream({ async start(stream) {
      const tell = (event, data) => stream.enqueue(told.encode(`${event}data: ${JSON.stringify(data)}\n\n`));
      const begin = now;
      tell('event: start\n', animation ? { animation } : { animations: animations.map(({ id, animation }) => ({ id, animation })) });
      const due = animations.flatMap(({ id, frames }) => frames.map((frame) => ({ id, ...frame })));
      for (const frame of due.sort((a, b) => a.time - b.time)) {
        await passed(begin + 1000 * frame.time - now);
        tell('', frame);
      }
      stream.close();
    } }));
  }

  async function runUntil(moment) {
    for (;;) {
      const [id, next] = [...timers].reduce((one, other) => (other[1].due < one[1].due ? other : one), [0, { due: Infinity }]);
      if (next.due > moment) break;
      now = Math.max(now, next.due);
      if (next.every) next.due += next.every;
      else timers.delete(id);
      next.act();
      await rest();
    }
    now = moment;
  }

  window.clock = {
    delay: 0,
    rest,
    // Lets time pass, and draws once.
    async pass(wait) {
      await runUntil(now + wait);
      hold();
      const acts = [...frames.values()];
      frames.clear();
      for (const act of acts) act(now);
      await rest();
    },
    async until(condition, limit) {
      // Elements are told that they are seen as the browser draws.
      let drawings = 3;
      for (const end = now + limit; !condition(); drawings -= 1) {
        if (now > end) return false;
        await (drawings > 0 || requests > 0 ? drawn() : rest());
        await runUntil(now);
        if (requests > 0) continue;
        await this.pass(FRAME);
      }
      return true;
    },
  };
"""

# The clock of a page without an invented one is everybody's.
UNTIL = """
  const [limit, given, done] = arguments;
  const holds = function () { return %s; };
  const end = performance.now() + 1000 * limit;
  const poll = () => {
    if (holds(...given)) done(true);
    else if (performance.now() > end) done(false);
    else setTimeout(poll, 10);
  };
  if (window.clock) window.clock.until(() => holds(...given), 1000 * limit).then(done);
  else poll();
"""

PLAY = """
  const [limit, given, done] = arguments;
  const results = [];
  (function () { %s })(...given, (result) => results.push(result));
  window.clock.until(() => results.length > 0, 1000 * limit).then((isThere) => done(isThere ? results : null));
"""


def invent_time(browser, open_page, service):
    """Opens a page of the service, in Chromium, whose time stands still, and which has all parts of the module."""
    script = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": "{%s}" % CLOCK})
    try:
        open_page()
    finally:
        browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", script)
    load_parts(browser, service)


def load_parts(browser, service):
    """Loads all parts of the module: to load one takes time."""
    browser.execute_async_script(
        "const [parts, done] = arguments; Promise.all(parts.map((part) => import(part))).then(() => done())",
        [f"{service.url}/{part}" for part in PARTS])


def until(page, condition, *arguments):
    """Waits until a condition in JavaScript holds."""
    assert page.execute_async_script(UNTIL % condition, PATIENCE, arguments), f"it does not happen: {condition}"


def let_pass(page, seconds):
    """Lets so much of a page's invented time pass, with all that comes meanwhile."""
    page.execute_async_script("""
      const [wait, done] = arguments;
      const end = performance.now() + 1000 * wait;
      window.clock.until(() => performance.now() >= end, Infinity).then(() => done());
    """, seconds)


def play(page, script, *arguments):
    """The result of a script that tells it to its last argument, while time passes."""
    results = page.execute_async_script(PLAY % script, PATIENCE, arguments)
    assert results, "the script does not end"
    return results[0]
