// Pauses, seeks and turns round what moves, for kinetype.js, as the Web Animations API does.

import { ask, framesOf } from './kinetype-ask.js';
import { endInTime, play, showInTime } from './kinetype-play.js';

// Has a run, or an element with its run, do as it is told.
export function obey(target, order, time) {
  const run = target instanceof Element ? current(target, order) : target;
  if (!run || run.reason) return;
  if (run.player) (run.player.clock ??= new Clock(run.player))[order](time);
  else if (order === 'finish') run.end('finished');
  else wait(run, order, time);
}

// The run of an element. One that is over is done again, from where it began; to pause, it stands where it ended.
function current(element, order) {
  const { run } = element;
  if (run?.reason && run.player) {
    if (order === 'pause') run.isPaused = true;
    else {
      element.update(run.query.get('from'));
      element.run.isAgain = true;
      element.run.isPaused = run.isPaused;
    }
  }
  return element.run;
}

// Until the frames are there. A stream has no frames to come back to: they are fetched.
function wait(run, order, time) {
  run.whenPlaying = ((before) => () => {
    before?.();
    obey(run, order, time);
  })(run.whenPlaying);
  if (run.frame && !run.isTaken && run.url.pathname.endsWith('/stream')) takeOver(run);
}

async function takeOver(run) {
  if (run.isEndless) return;
  run.isTaken = true;
  try {
    showInTime(run, (await ask(framesOf(run.url), run.abort.signal)).frames);
  } catch {
    run.isTaken = false;
  }
}

// The time of an animation that somebody controls.
class Clock {
  constructor(player) {
    const { run, frames } = player;
    const now = performance.now();
    Object.assign(this, { player, rate: 1, at: now, isPaused: run.isPaused, duration: frames.at(-1).time * 1000 });
    this.start = run.isAgain ? 0 : Math.max(now - run.origin, 0);
  }

  // Milliseconds from the first frame.
  get time() {
    const time = this.start + (this.isPaused ? 0 : this.rate * (performance.now() - this.at));
    return Math.min(Math.max(time, 0), this.duration);
  }

  set time(time) {
    this.start = Math.min(Math.max(Number(time) || 0, 0), this.duration);
    this.at = performance.now();
  }

  pause() { this.change(() => { this.isPaused = true; }); }

  // From the start once more where it has come to the end.
  play() {
    this.change(() => {
      this.isPaused = false;
      if (this.rate > 0 && this.time === this.duration) this.time = 0;
      if (this.rate < 0 && this.time === 0) this.time = this.duration;
    });
  }

  seek(time) { this.change(() => { this.time = time; }); }

  // From the end where it has not begun to move, as where it is over.
  reverse() {
    this.change(() => {
      this.isPaused = false;
      this.rate = -this.rate;
      if (this.rate < 0 && this.time === 0) this.time = this.duration;
    });
  }

  finish() { this.change(() => { this.time = this.rate > 0 ? this.duration : 0; }, false); }

  change(act, isHeld = true) {
    const { player } = this;
    this.time = this.time; // what was on its way until now
    act();
    player.run.isHeld = isHeld && (this.isPaused || this.rate < 0);
    const left = this.rate > 0 ? this.duration - this.time : this.time;
    endInTime(player, this.isPaused ? Infinity : left);
    play(player);
  }

  // Whether another frame is due.
  advance() {
    const { player, time } = this;
    const { frames, run } = player;
    // A time that was sought is a frame's own but for an error of rounding.
    const due = frames.findLastIndex((frame) => frame.time * 1000 <= time + 0.001) + 1;
    const isNew = due !== player.next || (!run.isHeld && due === frames.length);
    player.next = due;
    return isNew;
  }

  // Back at the start, it ends there.
  rest() {
    const { player: { run, frames } } = this;
    if (run.reason || this.rate > 0 || this.isPaused || this.time > 0) return;
    run.final = frames[0].text;
    run.to = run.query.get('from') ?? undefined;
    run.end('finished');
  }
}
