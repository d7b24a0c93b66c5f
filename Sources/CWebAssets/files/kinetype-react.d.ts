/** `import 'kinetype/react'` once, and TypeScript knows `<kinetic-text>` in JSX, in React 18 and 19. */
import type { DetailedHTMLProps, HTMLAttributes } from 'react';
import type { KineticText, KineticTextAttributes } from './kinetype.js';

export * from './kinetype.js';

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'kinetic-text': DetailedHTMLProps<HTMLAttributes<KineticText>, KineticText> & KineticTextAttributes;
    }
  }
}
