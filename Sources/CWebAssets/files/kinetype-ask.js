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

// The answer to a question, or the problem with it.
export function ask(url, signal) {
  const { href } = url;
  if (kept.has(href)) return again(href);
  return new Promise((resolve, reject) => {
    const base = new URL(url.pathname, url);
    const key = url.searchParams.get('key');
    if (key != null) base.searchParams.set('key', key);
    if (!waiting.has(base.href)) {
      waiting.set(base.href, new Map());
      setTimeout(send, Math.max(lastRequest + FRAME - performance.now(), 0), base);
    }
    const questions = waiting.get(base.href);
    if (!questions.has(href)) questions.set(href, { href, askers: [] });
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
    const { signal } = stop;
    const response = await (isSingle ? fetch(questions[0].href, { signal }) : fetch(base, { ...form(questions), signal }));
    const answer = await response.json();
    const byId = (id) => answer.animations.find((one) => one.id === `${id}`);
    if (response.ok) questions.forEach((one, index) => keep(one, isSingle ? answer : byId(index)));
    else if (!isSingle && [400, 413].includes(response.status)) separate(questions, base, answer);
    else for (const one of questions) settle(one, answer);
  } catch (error) {
    for (const { askers } of questions) for (const { reject } of askers) reject(error);
  }
}

// A form, since a page of another origin may send one without asking first.
function form(questions) {
  const animations = questions.map(({ href }, id) => {
    const { key, ...animation } = Object.fromEntries(new URL(href).searchParams);
    return { ...animation, id };
  });
  return { method: 'POST', body: new URLSearchParams({ animations: JSON.stringify(animations) }) };
}

function keep(question, answer) {
  settle(question, answer);
  // What goes on from a moment is not asked for again.
  if (new URL(question.href).searchParams.has('earlier')) return;
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

// Tells the questions that are refused, and asks the others again; where none is named, each half by itself.
function separate(questions, base, problem) {
  const { parts, refused } = separated(questions, problem);
  for (const [one, why] of refused) settle(one, why);
  for (const part of parts) request(part, base);
}

// What a problem with a list of animations says of each, and how the others are asked for again.
export function separated(list, problem) {
  const refused = new Map();
  list.forEach((one, index) => {
    const errors = problem.errors?.filter(({ parameter }) => parameter.startsWith(`animations[${index}].`)) ?? [];
    const detail = errors.map(({ parameter, detail }) => `\`${parameter.split('.')[1]}\` ${detail}.`).join(' ');
    if (detail) refused.set(one, { ...problem, detail, errors });
  });
  const rest = list.filter((one) => !refused.has(one));
  const size = refused.size > 0 ? rest.length : Math.ceil(rest.length / 2);
  const parts = [];
  while (rest.length > 0) parts.push(rest.splice(0, size));
  return { parts, refused };
}
