// The same service as one writes it in Node without a library: node node.mjs port
import http from "node:http";

const easeInOut = (t) => (t < 0.5 ? 4 * t ** 3 : 1 - 4 * (1 - t) ** 3);

function sequence(query) {
  const [from, to] = [query.get("from"), query.get("to")];
  const [start, end] = [parseFloat(from), parseFloat(to)];
  const duration = Number(query.get("duration") ?? 2);
  const fps = Number(query.get("fps") ?? 60);
  const unit = to.replace(/^[\d.]+/, "");
  const frameCount = Math.ceil(duration * fps) + 1;
  const animation = {
    from, to, interpolation: "number", curve: "easeInOut", duration, fps, frameCount, animated: true,
  };
  const frame = (index) => {
    const time = index === frameCount - 1 ? duration : index / fps;
    const progress = easeInOut(time / duration);
    return { index, time, progress, text: Math.round(start + (end - start) * progress) + unit };
  };
  return { animation, frame };
}

function answerDocument(query, response) {
  const { animation, frame } = sequence(query);
  const body = JSON.stringify({ animation, frames: Array.from({ length: animation.frameCount }, (_, i) => frame(i)) });
  response.writeHead(200, { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) });
  response.end(body);
}

// One timer a stream, set anew to each frame's own time so that nothing drifts; the newest frame that is due is sent.
function answerStream(query, response) {
  const { animation, frame } = sequence(query);
  const delay = Number(query.get("delay") ?? 0) * 1000;
  const start = performance.now() + delay;
  const last = animation.frameCount - 1;
  let next = 0, framesSent = 0, timer;
  const step = () => {
    const newest = Math.min(last, Math.floor(((performance.now() - start) * animation.fps) / 1000 + 1e-6));
    if (newest >= next && !response.writableNeedDrain) {
      response.write(`id: ${newest}\ndata: ${JSON.stringify(frame(newest))}\n\n`);
      framesSent += 1;
      next = newest + 1;
    }
    if (next > last) {
      const framesSkipped = animation.frameCount - framesSent;
      response.end(`event: end\ndata: ${JSON.stringify({ reason: "finished", framesSent, framesSkipped })}\n\n`);
    } else {
      timer = setTimeout(step, start + (next * 1000) / animation.fps - performance.now());
    }
  };
  response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
  response.write(`retry: 1000\nevent: start\ndata: ${JSON.stringify({ animation })}\n\n`);
  timer = setTimeout(step, delay);
  response.on("close", () => clearTimeout(timer));
}

http
  .createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, "http://localhost");
    (pathname === "/v1/stream" ? answerStream : answerDocument)(searchParams, response);
  })
  .listen({ port: Number(process.argv[2]), host: "127.0.0.1", backlog: 4096 });
