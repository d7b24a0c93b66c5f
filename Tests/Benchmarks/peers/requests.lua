-- wrk: the argument tells how requests vary; the result is one line of JSON.
--
--   same      all are one request
--   texts     each has a `from` and a `to` of its own: Kinetype computes all texts, and knows the times of their frames
--   duration  each has a duration of its own, up to 0.016 s below 2, which has as many frames: Kinetype computes their
--             times as well. Durations come back after 160 seconds.
local varies, count

function init(arguments)
  varies = arguments[1]
  math.randomseed(os.time())
  if varies == "texts" then count = math.random(80000000) end
  if varies == "duration" then count = os.time() % 160 * 1000000 end
end

function request()
  if varies == "same" then return wrk.format() end
  count = count + 1
  if varies == "texts" then
    -- 89 times 900,000 pairs, of which neighbours have nothing in common.
    local from, to = 100 + count % 89, 100000 + count * 7919 % 900000
    local path = wrk.path:gsub("from=%d+", "from=" .. from)
    return wrk.format("GET", (path:gsub("to=%d+", string.format("to=%d", to))))
  end
  local duration = string.format("duration=%.10f", 2 - count / 10000000000)
  return wrk.format("GET", (wrk.path:gsub("duration=2", duration)))
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"requests":%d,"seconds":%f,"p50":%d,"p99":%d,"errors":%d}\n', summary.requests, summary.duration / 1e6,
    latency:percentile(50), latency:percentile(99),
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
