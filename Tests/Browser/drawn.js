// What a page draws of its <kinetic-text>s at an instant, and what is wrong with it, for test_drawn.py. All is measured in
// pixels of the screen.

const JOINING = /[\u0600-\u06ff]/;

// Where the characters stand that are drawn of an element, how much of each is cut off, and where its neighbours are.
function look(one) {
  const { host, scope, frame } = one;
  const shown = host.shadowRoot.querySelector('[aria-hidden]');
  const characters = [];
  let pieces = 0;
  const add = (place, element, text) => {
    if (!(place.width > 0)) return;
    const scale = one.scaleNow();
    // A figure has beside it what it lacks of one that is as wide as all, or less than its width.
    const cell = element.closest('[part=number] > *');
    const [before, after] = ['Left', 'Right'].map((side) => {
      const style = cell && getComputedStyle(cell);
      return cell ? scale * (parseFloat(style[`margin${side}`]) + parseFloat(style[`padding${side}`])) : 0;
    });
    let [left, right, opacity] = [place.left - before, place.right + after, 1];
    for (let each = element; each && each !== host.shadowRoot; each = each.parentElement) {
      const style = getComputedStyle(each);
      opacity *= Number(style.opacity);
      const box = each.getBoundingClientRect();
      // Wheels are cut above and below; what is cut at a side counts.
      const sides = /^inset\(([^)]*)\)/.exec(style.clipPath)?.[1].split(' ').map(parseFloat);
      if (sides) {
        const [top, end = top, , start = end] = sides;
        [left, right] = [Math.max(left, box.left + start * scale), Math.min(right, box.right - end * scale)];
      }
      if (/to right|90deg/.test(style.maskImage) && one.kind !== 'effect') {
        left = Math.max(left, box.left + parseFloat(style.paddingLeft) * scale);
        right = Math.min(right, box.right - parseFloat(style.paddingRight) * scale);
      }
    }
    if (opacity < 0.05) return;
    // What turns stands in its line.
    const { top, bottom } = element.closest('[part=digit],[part=symbol]')?.closest('[part=number]')?.getBoundingClientRect() ?? place;
    characters.push({ text, left, right, top, bottom, cut: place.width + before + after - Math.max(right - left, 0) });
  };
  const wheels = new Set();
  const range = new Range();
  const walker = document.createTreeWalker(shown, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  for (let node = walker.currentNode; node; node = walker.nextNode()) {
    if (node.nodeType === Node.ELEMENT_NODE) {
      // What goes is drawn by its pseudo-element.
      if (node.dataset.gone && parseFloat(getComputedStyle(node).fontSize) > 0.1) add(node.getBoundingClientRect(), node, node.dataset.gone);
      continue;
    }
    const element = node.parentElement;
    if (getComputedStyle(element).visibility === 'hidden') continue;
    const wheel = element.closest('[part=digit],[part=symbol]');
    if (wheels.has(wheel)) continue;
    if (wheel) wheels.add(wheel);
    if (JOINING.test(node.data)) pieces += 1;
    let end = 0;
    for (const text of Array.from(node.data)) {
      range.setStart(node, end);
      range.setEnd(node, end += text.length);
      const place = Array.from(range.getClientRects()).at(-1);
      if (place && text !== '\u200b') add(place, element, text.trim() || ' ');
    }
  }
  // By their middles: WebKit tells the sides of a character in whole pixels, which are more than those of one that all but
  // has gone.
  characters.sort((a, b) => a.left + a.right - b.left - b.right);
  const lines = [];
  for (const each of characters) {
    const isIn = (line) => Math.min(line.bottom, each.bottom) - Math.max(line.top, each.top)
      >= 0.2 * Math.min(each.bottom - each.top, line.bottom - line.top);
    const line = lines.find(isIn);
    if (!line) lines.push({ top: each.top, bottom: each.bottom, list: [each] });
    else Object.assign(line, { top: Math.min(line.top, each.top), bottom: Math.max(line.bottom, each.bottom) }).list.push(each);
  }
  const whole = host.getBoundingClientRect();
  const beside = lines.flatMap(({ list }) => list.slice(1).map((each, index) => each.left - list[index].right));
  const beyond = characters.flatMap(({ left, right }) => [whole.left - left, right - whole.right]);
  const ends = ['.before', '.after'].map((name) => scope.querySelector(name).getBoundingClientRect());
  const [first, last] = [characters[0], characters.at(-1)];
  const near = ends.map((end) => {
    if (lines.length !== 1 || end.bottom <= first.top || end.top >= first.bottom) return null;
    const isBefore = end.left + end.right < first.left + last.right;
    return isBefore ? first.left - end.right : end.left - last.right;
  });
  const order = [...shown.querySelectorAll('[part=prefix],[part=number],[part=unit]')].filter((piece) => piece.textContent.trim())
    .map((piece) => piece.getBoundingClientRect()).map(({ left, right }) => (left + right) / 2);
  return {
    overlap: Math.max(0, ...beside.map((room) => -room)), gap: Math.max(0, ...beside), cut: Math.max(0, ...characters.map(({ cut }) => cut)),
    outside: Math.max(0, ...beyond), near, order, pieces, width: whole.width, height: frame.offsetHeight, lines: lines.length,
    em: parseFloat(getComputedStyle(host).fontSize) * one.scaleNow(), text: characters.map(({ text }) => text).join(''),
    places: ends.map(({ left }) => left - frame.getBoundingClientRect().left), isAtOnce: host.run?.animation?.animated === false,
  };
}

// Draws the cases in their first texts.
window.begin = async (cases) => {
  const place = document.getElementById('place');
  place.innerHTML = cases.map(({ html }) => `<div class="frame">${html}</div>`).join('');
  for (const box of place.querySelectorAll('[data-shadow]')) box.attachShadow({ mode: 'open' }).append(...box.childNodes);
  window.cases = cases.map((given, index) => {
    const frame = place.children[index];
    const scope = frame.querySelector('[data-shadow]')?.shadowRoot ?? frame;
    const host = scope.querySelector('kinetic-text');
    const box = scope.querySelector('.scaled');
    const scaleNow = () => (box ? box.getBoundingClientRect().width / box.offsetWidth : given.scale);
    return { ...given, frame, scope, host, box, scaleNow, all: [], faults: {} };
  });
  for (let count = 0; count < 3; count += 1) await clock.pass(500);
  for (const one of window.cases) {
    one.rest = [look(one)];
    one.host.value = one.to;
  }
  await clock.pass(1);
  const isBegun = () => window.cases.every(({ host }) => host.run && (host.run.player || host.run.reason));
  // A part of the module may take as long as a busy machine likes, in which little time passes here.
  for (let tries = 0; tries < 60 && !await clock.until(isBegun, 20);) tries += 1;
  if (!isBegun()) throw new Error('nothing begins');
};

// Plays them by steps of these milliseconds, and tells what was wrong with each.
window.playCases = async (steps, tolerance, loadFont) => {
  let time = 0;
  for (const step of steps) {
    time += step;
    for (const one of window.cases) {
      const isDue = (name) => one[name] && time >= one[name].at && !(one.done ??= {})[name] && (one.done[name] = true);
      if (isDue('again')) one.host.value = one.again.to;
      if (isDue('size')) one.frame.firstElementChild.style.fontSize = `${one.size.to}px`;
      if (one.grows) one.box.style.transform = `scale(${Math.min(1, 0.5 + time / 800)})`;
    }
    if (loadFont && time > 200) {
      await loadFont();
      loadFont = null;
      // Its widths are known with the next frame.
      await clock.pass(34);
      time += 34;
    }
    await clock.pass(step);
    for (const one of window.cases) one.all.push([time, look(one)]);
  }
  const isOver = ({ host }) => host.run.reason && host.shadowRoot.getAnimations().length === 0;
  await clock.until(() => window.cases.every(isOver), 9000);
  return window.cases.map((one) => {
    one.rest.push(look(one));
    judge(one, tolerance);
    return {
      faults: one.faults, end: one.rest[1].text, expected: one.host.run.final, reason: one.host.run.reason,
      texts: new Set(one.all.map(([, at]) => at.text)).size,
    };
  });
};

function judge(one, tolerance) {
  const { rest, all, host } = one;
  const fault = (name, by, time, { text }) => {
    if (!(one.faults[name]?.by >= by)) one.faults[name] = { by: Math.round(by * 10) / 10, time: Math.round(time), text };
  };
  const atRest = (of) => Math.max(0, ...rest.map(of).filter(Number.isFinite));
  const isText = one.kind === 'text';
  let before;
  for (const [time, now] of all) {
    const pixels = tolerance * Math.max(1, one.scale);
    const limit = (name, value, most) => { if (value > most + pixels) fault(name, value - most - pixels, time, now); };
    if (isText) {
      limit('overlap', now.overlap, atRest((at) => at.overlap));
      limit('gap', now.gap, atRest((at) => at.gap));
    }
    limit('cut', now.cut, atRest((at) => at.cut));
    if (one.kind !== 'effect') limit('outside', now.outside, atRest((at) => at.outside));
    now.near.forEach((room, index) => {
      // A space of another font or scale in another size is no measure.
      if (!isText || room === null || [one.late, one.size, one.grows].filter(Boolean).length > 1 || rest.some((at) => at.near[index] === null)) return;
      limit('far from its neighbour', room, Math.max(...rest.map((at) => at.near[index])));
      limit('over its neighbour', -room, Math.max(...rest.map((at) => -at.near[index])));
    });
    const { order } = rest[1];
    if (order.length === now.order.length && order.some((place, index) => index > 0
      && Math.sign(place - order[index - 1]) !== Math.sign(now.order[index] - now.order[index - 1]))) fault('order', 1, time, now);
    // Letters that join stand in as many pieces as there are texts.
    if (now.pieces > 2 * Math.max(...rest.map((at) => at.pieces))) fault('letters apart', now.pieces, time, now);
    const isSteady = !one.size && !one.late && !one.grows;
    if (isSteady) limit('line', now.height, atRest((at) => at.height));
    // A neighbour moves at most a fifth of an em a frame for each character that comes or goes.
    if (before && isSteady && !now.isAtOnce && now.lines === before.lines && now.height === before.height) {
      now.places.forEach((place, index) => limit('jump', Math.abs(place - before.places[index]),
        0.2 * now.em * Math.max(3, one.characters) * Math.max(1, (time - before.time) / 17)));
    }
    before = { ...now, time };
  }
  // It goes one way where the text does.
  const lengths = (host.run.player?.frames ?? []).map(({ text, columns }) => columns?.length ?? text.length);
  const isOneWay = [1, -1].some((way) => lengths.every((length, index) => index === 0 || way * (length - lengths[index - 1]) >= 0));
  if (!isOneWay || !one.isMonotone || one.again || one.size || one.late || one.grows) return;
  for (const index of [0, 1]) {
    const [from, to] = rest.map((at) => at.places[index]);
    let far = from;
    for (const [time, now] of all) {
      const place = now.places[index];
      const back = from === to ? Math.abs(place - from) - 0.5 * now.em : (far - place) * Math.sign(to - from);
      const most = tolerance + ((one.isProportional ? 0.2 : 0) + one.apart) * now.em;
      if (back > most) fault('back', back - most, time, now);
      if ((place - far) * (to - from) > 0) far = place;
    }
  }
}
