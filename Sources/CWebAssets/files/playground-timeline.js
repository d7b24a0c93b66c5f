// The controls of the player, and its line of frames: one tick each, which tell their text and their JSON.

const find = (id) => document.getElementById(id);

/** More ticks than these would be one grey bar. */
const MAXIMUM_TICKS = 240;

const TAKES_SPACE = 'a, button, input, select, textarea, summary, [tabindex]';

export function attachTimeline(player) {
  const scrub = find('scrub');
  find('start').addEventListener('click', () => (player.isPlaying ? player.pause() : player.play()));
  find('stop').addEventListener('click', () => player.stop());
  find('loop').addEventListener('click', () => setLoop(player, !player.loops));
  find('speed').addEventListener('change', ({ target }) => { player.speed = Number(target.value); });
  scrub.addEventListener('input', () => {
    player.pause();
    player.seek(Number(scrub.value));
  });
  scrub.addEventListener('keydown', (event) => {
    const steps = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }[event.key];
    if (!steps) return;
    event.preventDefault();
    player.step(steps);
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== ' ' || !isSeen(find('start')) || event.target.closest(TAKES_SPACE)) return;
    event.preventDefault();
    find('start').click();
  });
  attachPeek(player, find('line'));
  player.addEventListener('state', () => {
    find('start').textContent = player.isPlaying ? 'Pause' : 'Play';
  });
  player.addEventListener('frame', ({ detail }) => showPlace(player, detail));
}

/** Where the player is out of sight, a space scrolls the page as anywhere. */
function isSeen(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return top < innerHeight && bottom > 0;
}

export function setLoop(player, loops) {
  player.loops = loops;
  find('loop').ariaPressed = String(loops);
}

/** Draws the line of an answer that the player has just taken. */
export function drawTicks({ frames, end }) {
  for (const id of ['start', 'stop', 'loop']) find(id).disabled = frames.length === 0;
  const scrub = find('scrub');
  scrub.max = end;
  scrub.disabled = end === 0;
  const stride = Math.ceil(frames.length / MAXIMUM_TICKS);
  const path = frames.filter((_, index) => index % stride === 0).map(({ time }) => `M${(time / end) * 1000} 0V1`);
  find('ticks').setAttribute('d', end > 0 ? path.join('') : '');
}

function showPlace(player, frame) {
  const scrub = find('scrub');
  scrub.value = frame.time;
  scrub.ariaValueText = `${frame.time.toFixed(2)} seconds`;
  find('readout').textContent = `Frame ${frame.index + 1} of ${player.frames.length} · `
    + `${frame.time.toFixed(2)} of ${player.end.toFixed(2)} s`;
  find('frame').textContent = JSON.stringify(frame);
}

/** Over the line, the text of the frame that is there, and its JSON. */
function attachPeek(player, line) {
  const peek = find('peek');
  line.addEventListener('pointermove', ({ clientX }) => {
    const box = find('ticks').ownerSVGElement.getBoundingClientRect();
    const share = Math.min(Math.max((clientX - box.left) / box.width, 0), 1);
    const frame = player.frames[player.index(share * player.end)];
    if (!frame || player.isPlaying) return;
    peek.hidden = false;
    peek.textContent = `${frame.time.toFixed(2)} s  ${frame.text}`;
    const width = peek.offsetWidth;
    peek.style.left = `clamp(0px, calc(${share * 100}% - ${width / 2}px), calc(100% - ${width}px))`;
    find('frame').textContent = JSON.stringify(frame);
  });
  line.addEventListener('pointerleave', () => {
    peek.hidden = true;
    if (player.shown) find('frame').textContent = JSON.stringify(player.shown);
  });
}
