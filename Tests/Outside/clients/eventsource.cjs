// Prints what Debian's node-eventsource hears, as one JSON document; it reconnects by itself until it is told to stop.
const EventSource = require('/usr/share/nodejs/eventsource')
const source = new EventSource(process.argv[2])
const heard = []
let opened = 0
source.onopen = () => { opened += 1 }
const note = event => heard.push([event.type, event.lastEventId, event.data])
for (const type of ['start', 'message', 'end']) source.addEventListener(type, note)
source.onerror = error => {
  if (error.status === undefined) return // The connection ended, and it will come back.
  console.log(JSON.stringify({ heard, opened, status: error.status }))
}
