/** `import 'kinetype/vue'` once, and Vue's templates know the attributes of `<kinetic-text>`. */
import type { DefineComponent } from 'vue';
import type { KineticTextAttributes } from './kinetype.js';

export * from './kinetype.js';

declare module 'vue' {
  interface GlobalComponents {
    'kinetic-text': DefineComponent<KineticTextAttributes>;
  }
}
