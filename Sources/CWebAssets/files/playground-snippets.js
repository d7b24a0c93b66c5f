// What the playground offers to copy: the animation of a query as a tag, components and addresses.

import { PARAMETERS, attribute } from './kinetype.js';

const find = (id) => document.getElementById(id);

export function showSnippets(query) {
  const stream = new URL(`v1/stream?${query}`, document.baseURI);
  find('url').textContent = stream.href;
  find('curl').textContent = `curl -N '${stream.href}&as=text'`;
  find('tag').textContent = tag(query);
  find('react').textContent = reactComponent(query);
  find('vue').textContent = vueComponent(query);
  find('markdown').textContent = markdown(query);
  find('picture').textContent = picture(query, 'gif');
  find('share').textContent = new URL(`?${query}`, document.baseURI).href;
}

/** Loads the module into a page. */
const script = () => `<script type="module" src="${new URL('kinetype.min.js', document.baseURI)}"></script>`;

/** Both texts, what visitors without script see, and the other parameters as attributes of the element. */
function element(query) {
  const { from, to, late, ...parameters } = Object.fromEntries(query);
  // Only streams know these.
  if (late || parameters.repeat === 'infinite') {
    parameters.src = new URL(`v1/stream${late ? `?late=${encodeURIComponent(late)}` : ''}`, document.baseURI).href;
  }
  const attributes = Object.entries(parameters)
    .filter(([name]) => PARAMETERS.includes(name))
    .map(([name, value]) => ` ${attribute(name)}="${escaped(value)}"`);
  return { from, to: to ?? '', inside: to ?? from, attributes: attributes.join('') };
}

/** The element for another page. */
function tag(query) {
  const { from, to, inside, attributes } = element(query);
  return `${script()}\n`
    + `<kinetic-text from="${escaped(from)}" value="${escaped(to)}"${attributes}>${escaped(inside)}</kinetic-text>`;
}

/** A picture that moves, for what takes pictures alone. What shows one may be dark, which SVG alone can ask. */
function picture(query, form) {
  const asked = new URLSearchParams(query);
  asked.delete('late');
  asked.set('as', form);
  if (form === 'svg' && !['theme', 'color', 'background'].some((name) => asked.has(name))) asked.set('theme', 'auto');
  return new URL(`v1/frames?${asked}`, document.baseURI).href;
}

function markdown(query) {
  const words = (query.get('to') ?? query.get('from')).replace(/[\\[\]\r\n]/g, ' ');
  return `![${words}](${picture(query, 'svg')})`;
}

function reactComponent(query) {
  const { from, to, attributes } = element(query);
  return `// index.html: ${script()}
import { useState } from 'react';

export function Label() {
  const [value, setValue] = useState(${JSON.stringify(from)});
  return <button onClick={() => setValue(${JSON.stringify(to)})}>
    <kinetic-text value={value}${attributes}>{value}</kinetic-text>
  </button>;
}`;
}

function vueComponent(query) {
  const { from, to, attributes } = element(query);
  return `<!-- index.html: ${script()} -->
<!-- vite.config.js: vue({ template: { compilerOptions: { isCustomElement: (tag) => tag === 'kinetic-text' } } }) -->
<script setup>
import { ref } from 'vue';
const [from, to] = ${JSON.stringify([from, to]).replaceAll('</', '<\\/')};
const value = ref(from);
</script>
<template>
  <button @click="value = to"><kinetic-text :value="value"${attributes}>{{ value }}</kinetic-text></button>
</template>`;
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('\r', '&#13;');
}
