// Asks a service for frames, for kinetype-play.js: what elements ask for together is one request, and nothing is asked
// twice.

const MAXIMUM_ANIMATIONS = Number('{{maximumAnimations}}');

// How many frames are kept for those who ask again.
const MAXIMUM_FRAMES = 20_000;

// Questions that come within a frame of the last request wait for each other.
const FRAME = 16;

const kept = new Map();
const waiting = new Map();
let count = 0;
let lastRequest = -Infinity;

// What a question asks, and where: a key stands in the address.
export function parted(url) {
  const { key, ...animation } = Object.fromEntries(url.searchParams);
  const base = new URL(url.pathname, url);
  if (key != null) base.searchParams.set('key', key);
  return { base, animation };
}

// All frames of a stream.
export function framesOf(url) {
  const all = new URL(`frames${url.search}`, url);
  all.searchParams.delete('late');
  return all;
}

// The answer to a question, or the problem with it. What is private stands in no address, which others may write down.
export function ask(url, signal, isPrivate) {
  const { href } = url;
  if (kept.has(href)) return again(href);
  return new Promise((resolve, reject) => {
    const { base, animation } = parted(url);
    if (!waiting.has(base.href)) {
      waiting.set(base.href, new Map());
      setTimeout(send, Math.max(lastRequest + FRAME - performance.now(), 0), base);
    }
    const questions = waiting.get(base.href);
    if (!questions.has(href)) questions.set(href, { href, animation, isPrivate, askers: [] });
    questions.get(href).askers.push({ resolve, reject, signal });
  });
}

function again(href) {
  const answer = kept.get(href);
  kept.delete(href);
  kept.set(href, answer);
  return answer;
}

function send(base) {
  lastRequest = performance.now();
  const questions = [...waiting.get(base.href).values()].filter(isWanted);
  waiting.delete(base.href);
  while (questions.length > 0) request(questions.splice(0, MAXIMUM_ANIMATIONS), base);
}

const isWanted = ({ askers }) => askers.some(({ signal }) => !signal.aborted);

// A single question is a GET, which caches between here and the service may answer.
async function request(questions, base) {
  const stop = new AbortController();
  for (const { askers } of questions) {
    for (const { signal } of askers) {
      signal.addEventListener('abort', () => questions.some(isWanted) || stop.abort(), stop);
    }
  }
  try {
    const isSingle = questions.length === 1;
    const [{ href, isPrivate }] = questions;
    const { signal } = stop;
    const response = await (isSingle && !isPrivate ? fetch(href, { signal })
      : fetch(base, { method: 'POST', body: form(questions), signal }));
    const answer = await response.json();
    const byId = (id) => answer.animations.find((one) => one.id === `${id}`);
    if (response.ok) questions.forEach((one, index) => keep(one, isSingle ? answer : byId(index)));
    else if (!isSingle && [400, 413].includes(response.status)) separate(questions, answer, settle, (part) => request(part, base));
    else for (const one of questions) settle(one, answer);
  } catch (error) {
    for (const { askers } of questions) for (const { reject } of askers) reject(error);
  }
}

// A form, since a page of another origin may send one without asking first.
export function form(questions) {
  const animations = questions.map(({ animation }, id) => ({ ...animation, id }));
  return new URLSearchParams(questions.length > 1 ? { animations: JSON.stringify(animations) } : questions[0].animation);
}

function keep(question, answer) {
  settle(question, answer);
  // What goes on from a moment is not asked for again.
  if (question.animation.earlier) return;
  kept.set(question.href, answer);
  count += answer.frames.length;
  for (const [href, { frames }] of kept) {
    if (count <= MAXIMUM_FRAMES) break;
    kept.delete(href);
    count -= frames.length;
  }
}

function settle({ askers }, answer) {
  for (const { resolve } of askers) resolve(answer);
}

// Tells those of a list that a problem refuses, and asks for the others again; where it names none, for each half by itself.
export function separate(list, problem, refuse, askAgain) {
  const rest = list.filter((one, index) => {
    const errors = problem.errors?.filter(({ parameter }) => parameter.startsWith(`animations[${index}].`)) ?? [];
    const detail = errors.map(({ parameter, detail }) => `\`${parameter.split('.')[1]}\` ${detail}.`).join(' ');
    if (detail) refuse(one, { ...problem, detail, errors });
    return !detail;
  });
  const size = rest.length < list.length ? rest.length : Math.ceil(rest.length / 2);
  while (rest.length > 0) askAgain(rest.splice(0, size));
}
