// What the playground offers to begin with. A preset is a query, as the address of the page and of the service are.

export const PRESETS = [
  ['Apples', { from: '100 apples', to: '400 apples' }],
  ['Spring', { from: '100 apples', to: '400 apples', curve: 'spring(dampingRatio: 0.4, velocity: -1)', duration: '3' }],
  ['Score', { from: 'Score: 1,250', to: 'Score: 98,400', curve: 'easeOut' }],
  ['Percent', { from: '0', to: '87.5', format: '%.1f%%', curve: 'easeOutExpo' }],
  ['Price', { from: '$19.99', to: '$1,249.00', curve: 'snappy' }],
  ['Cycle', { from: 'Good morning', to: 'Buenos días', effect: 'crossFade,scrollUp', duration: '600ms' }],
  ['Scale', { from: 'One', to: 'Two', effect: 'scaleFadeOut', duration: '600ms' }],
  ['Typewriter', { from: '', to: 'Hello, world.', interpolation: 'typewriter', curve: 'linear' }],
  ['Scramble', { from: 'LOCKED', to: 'ACCESS GRANTED', interpolation: 'scramble', curve: 'linear' }],
  ['Odometer', { from: '09,986 km', to: '10,042 km', interpolation: 'odometer', duration: '3' }],
  ['Morph', { from: 'Design', to: 'Morphing', interpolation: 'morph', duration: '1', curve: 'linear' }],
  ['Countdown', { from: '5', to: '0', curve: 'steps(5)', duration: '5' }],
];
