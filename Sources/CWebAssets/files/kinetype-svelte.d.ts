/** `import 'kinetype/svelte'` once, and Svelte's markup knows the attributes of `<kinetic-text>`. */
import type { HTMLAttributes } from 'svelte/elements';
import type { KineticText, KineticTextAttributes } from './kinetype.js';

export * from './kinetype.js';

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'kinetic-text': HTMLAttributes<KineticText> & KineticTextAttributes;
  }
}
