// The interface's description as a page: each request with its parameters, its answers and what they are made of.

const description = await (await fetch(new URL('openapi.json', import.meta.url))).json();
const root = new URL('.', import.meta.url);

/** An element with attributes and what stands in it; texts stay texts. */
function element(name, attributes = {}, ...content) {
  const made = document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) if (value != null) made.setAttribute(attribute, value);
  made.append(...content.flat().filter((part) => part != null && part !== ''));
  return made;
}

const code = (text) => element('code', {}, text);

/** A sentence with code in backticks. */
const sentence = (text = '') => text.split('`').map((part, index) => (index % 2 ? code(part) : part));

const unescaped = (part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~');

function resolved(part) {
  let found = part;
  while (found?.$ref) found = found.$ref.split('/').slice(1).reduce((place, step) => place[unescaped(step)], description);
  return found;
}

/** What a schema takes, in a few words: its types, values and bounds. */
function words(schema = {}) {
  if (schema.$ref?.startsWith('#/components/schemas/') && !resolved(schema).enum) {
    const name = schema.$ref.split('/').at(-1);
    return [element('a', { href: `#schema-${name}` }, name)];
  }
  const given = resolved(schema);
  const choices = (given.anyOf ?? given.oneOf)?.filter(({ type }) => type !== 'null');
  if (choices) return choices.flatMap((choice, index) => [index ? ' or ' : '', ...words(choice)]);
  const parts = [];
  const values = (given.enum ?? []).filter((value) => value !== null && value !== '');
  if (values.length) parts.push(...values.flatMap((value, index) => [index ? ', ' : values.length > 1 ? 'one of ' : '', code(String(value))]));
  else if ('const' in given) parts.push(code(String(given.const)));
  else {
    parts.push([given.type ?? 'any'].flat().filter((type) => type !== 'null').join(' or '));
    if (given.items && given.type === 'array') parts.push(' of ', ...words(given.items));
  }
  const least = given.minimum ?? given.exclusiveMinimum;
  if (least != null) parts.push(`, ${given.minimum == null ? 'above' : 'from'} ${least}`);
  if (given.maximum != null) parts.push(` to ${given.maximum}`);
  return parts;
}

/** The first example, for requests to try. */
const example = (schema) => {
  const given = resolved(schema) ?? {};
  return given.examples?.[0] ?? given.example;
};

const term = (name, schema, place, isRequired) => element('dt', {}, code(name), ' ',
  element('span', {}, place, ...words(schema), isRequired ? '; required' : ''));

function parameterRow(given) {
  const parameter = resolved(given);
  const schema = parameter.schema ?? parameter.content?.['application/json']?.schema ?? {};
  const shown = parameter.example ?? example(schema);
  return [
    term(parameter.name, schema, parameter.in === 'query' ? '' : `in the ${parameter.in}: `, parameter.required),
    element('dd', {}, ...sentence(resolved(schema).description ?? parameter.description ?? ''),
      ...(shown == null ? [] : [' Such as ', code(typeof shown === 'string' ? shown : JSON.stringify(shown)), '.'])),
  ];
}

/** A part that is made when it is opened: all together are some ten thousand elements. */
function folded(caption, make) {
  const part = element('details', {}, element('summary', {}, caption));
  part.addEventListener('toggle', () => part.append(...make()), { once: true });
  return part;
}

function properties(schema) {
  const given = resolved(schema) ?? {};
  const parts = [given, ...(given.allOf ?? []).map(resolved)];
  const members = parts.flatMap((part) => Object.entries(part.properties ?? {}));
  const required = parts.flatMap((part) => part.required ?? []);
  return element('dl', {}, members.flatMap(([name, member]) => [
    term(name, member, '', required.includes(name)), element('dd', {}, ...sentence(resolved(member).description)),
  ]));
}

function content(types = {}) {
  return element('ul', {}, Object.entries(types).map(([type, { schema }]) =>
    element('li', {}, code(type), ': ', ...words(schema), '. ', ...sentence(schema?.description))));
}

function answers(responses) {
  return element('dl', {}, Object.entries(responses).flatMap(([status, given]) => {
    const answer = resolved(given);
    return [element('dt', {}, code(status)), element('dd', {}, ...sentence(answer.description), content(answer.content))];
  }));
}

/** Requests that need nothing but the address are a link away. */
const TRIED = {
  '/v1/frames': '?from=9%20apples&to=12%20apples&fps=10', '/v1/frame': '?from=100%20apples&to=400%20apples&time=1.25',
  '/v1/stream': '?from=100%20apples&to=400%20apples&as=text', '/v1/curve': '?curve=bouncy&as=svg', '/v1/curves': '',
  '/v1/labels': '', '/v1/time': '', '/healthz': '', '/readyz': '',
};

function operation(method, path, item) {
  const { summary, description: text, parameters = [], requestBody, responses } = item[method];
  const all = [...(item.parameters ?? []), ...parameters];
  const id = item[method].operationId;
  const tried = method === 'get' && path in TRIED && `${path}${TRIED[path]}`;
  return element('section', { id }, ...[
    element('h2', {}, element('a', { href: `#${id}` }, code(`${method.toUpperCase()} ${path}`))),
    element('p', {}, ...sentence(summary)),
    text && element('p', {}, ...sentence(text)),
    tried && element('p', {}, 'Try it: ', element('a', { href: new URL(tried.slice(1), root).href }, code(tried))),
    all.length && folded(`Parameters (${all.length})`, () => [element('dl', {}, all.flatMap(parameterRow))]),
    requestBody && folded('Body', () => [
      element('p', {}, ...sentence(resolved(requestBody).description)), content(resolved(requestBody).content)]),
    folded('Answers', () => [answers(responses)]),
  ].filter(Boolean));
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch'];
const operations = Object.entries(description.paths)
  .flatMap(([path, item]) => METHODS.filter((method) => item[method]).map((method) => [method, path, item]));
const link = ([method, path, item]) => element('li', {},
  element('a', { href: `#${item[method].operationId}` }, code(`${method.toUpperCase()} ${path}`)),
  element('p', {}, ...sentence(item[method].summary)));

const schemas = Object.entries(description.components.schemas).map(([name, schema]) => element('section',
  { id: `schema-${name}` }, element('h2', {}, name), element('p', {}, ...sentence(schema.description)),
  ...(schema.properties || schema.allOf ? [folded('Members', () => [properties(schema)])] : [element('p', {}, ...words(schema), '.')])));

document.getElementById('reference').replaceChildren(
  element('ul', { class: 'contents' }, operations.map(link)),
  ...operations.map((each) => operation(...each)),
  element('h2', { id: 'schemas' }, 'What bodies and answers are made of'), ...schemas);

function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (const part of target?.querySelectorAll('details') ?? []) part.open = true;
  target?.scrollIntoView();
}
addEventListener('hashchange', openTarget);
openTarget();
