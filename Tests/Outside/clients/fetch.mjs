// Prints what Node's fetch reads from a stream: for each piece the milliseconds since the first and its text.
const response = await fetch(process.argv[2])
const pieces = []
let first
for await (const bytes of response.body.pipeThrough(new TextDecoderStream())) {
  const now = performance.now()
  first ??= now
  pieces.push([now - first, bytes])
}
console.log(JSON.stringify({ type: response.headers.get('content-type'), pieces }))
