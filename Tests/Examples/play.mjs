// Plays an animation on whatever can show a line of text, each frame when it is due: node play.mjs

const query = new URLSearchParams({ from: '100 apples', to: '400 apples', curve: 'easeOutBounce', duration: '1s' });
const answer = await fetch(`http://localhost:8080/v1/stream?${query}&as=ndjson`);

let rest = '';
for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
  const lines = (rest + part).split('\n');
  rest = lines.pop();
  // The first line tells of the animation, the last that it is over; frames have a text.
  for (const { text } of lines.map(JSON.parse)) if (text !== undefined) console.log(text);
}
