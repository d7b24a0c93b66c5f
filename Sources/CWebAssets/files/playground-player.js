// Plays the frames of an answer in an element: from any moment, at any speed, again and again.

import { drawing } from './kinetype.js';

/** Seconds for which the last frame stands before a loop begins again. */
const REST = 0.6;

/** Tells of each frame that it shows by `frame`, of the last one by `end`, of starting and pausing by `state`. */
export class Player extends EventTarget {
  frames = [];
  time = 0;
  speed = 1;
  loops = false;
  isPlaying = false;

  constructor(element) {
    super();
    this.element = element;
  }

  /** Takes an answer; nothing is shown until it is played or sought. */
  async load({ animation, frames }) {
    this.pause();
    Object.assign(this, { frames, time: 0, shown: null, animation });
    // Without what draws the text is shown.
    this.draw ??= await drawing().catch(() => null);
  }

  clear() {
    this.pause();
    Object.assign(this, { frames: [], time: 0, shown: null });
    this.element.textContent = '';
  }

  get end() { return this.frames.at(-1)?.time ?? 0; }

  /** The place of the frame that is shown at a time. */
  index(time = this.time) {
    let [low, high] = [0, this.frames.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      // A slider's number has lost its last digits.
      if (this.frames[middle].time <= time + 1e-6) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  play() {
    if (this.isPlaying || this.frames.length === 0) return;
    if (this.time >= this.end) this.time = 0;
    this.isPlaying = true;
    this.tell('state');
    this.show();
    let last = performance.now();
    const step = () => {
      const now = performance.now();
      // First, so that who pauses it meanwhile ends it.
      this.timer = requestAnimationFrame(step);
      this.advance(((now - last) / 1000) * this.speed);
      last = now;
    };
    this.timer = requestAnimationFrame(step);
  }

  advance(seconds) {
    this.time += seconds;
    if (this.loops && this.time > this.end + REST * this.speed) this.time = 0;
    this.show();
    if (this.loops || this.time < this.end) return;
    this.pause();
    this.tell('end');
  }

  pause() {
    cancelAnimationFrame(this.timer);
    if (!this.isPlaying) return;
    this.isPlaying = false;
    this.tell('state');
  }

  stop() {
    this.pause();
    this.seek(0);
  }

  seek(time) {
    this.time = Math.min(Math.max(time, 0), this.end);
    this.show();
  }

  /** Goes forward or back by so many frames. */
  step(count) {
    this.pause();
    const place = Math.min(Math.max(this.index() + count, 0), this.frames.length - 1);
    this.seek(this.frames[place]?.time ?? 0);
  }

  show() {
    const frame = this.frames[this.index()];
    if (!frame || frame === this.shown) return;
    this.shown = frame;
    if (this.draw) this.draw(this.element, frame, this.animation);
    else this.element.textContent = frame.text;
    this.tell('frame', frame);
  }

  tell(what, detail) { this.dispatchEvent(new CustomEvent(what, { detail })); }
}
