// The caret behind a text that is typed, for kinetype.js.

// It takes no room, stands still while it types, and blinks otherwise.
const STYLE = `
  :is([aria-hidden]:not(:has(.typed)), .typed)::after {
    content: ""; border-inline-end: 0.08em solid; margin-inline: 0.06em -0.14em; animation: blink 1.1s steps(1) infinite;
  }
  [aria-busy]::after, [aria-busy] .typed::after { animation: none; }
  @keyframes blink { 50% { opacity: 0; } }
  @media (prefers-reduced-motion) { ::after { animation: none !important; } }
`;

export function adopt(root) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets.push(sheet);
}
