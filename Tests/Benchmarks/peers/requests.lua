-- wrk: with the argument `new`, every request is one that has not been asked before; the result is one line of JSON.
-- New ones differ in their seed alone, so Kinetype computes all texts but finds the times of their frames.
local count

function init(arguments)
  math.randomseed(os.time())
  if arguments[1] == "new" then count = math.random(1000000000) * 1000000 end
end

function request()
  if not count then return wrk.format() end
  count = count + 1
  return wrk.format("GET", string.format("%s&seed=%d", wrk.path, count))
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"seconds":%f,"p50":%d,"p99":%d,"errors":%d}\n', summary.requests, summary.duration / 1e6,
    latency:percentile(50), latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
