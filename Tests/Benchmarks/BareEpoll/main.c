// The floor: what the same bytes cost with nothing around them but one epoll loop a thread.
//
//   BareEpoll [-t threads] [-s slack µs] port document
//
// `document` is what Kinetype answers at /v1/frames. A path with "stream" is answered with its frames as server-sent
// events, each a chunk made ready at the start and sent when it is due; `delay=` counts. Any other path is answered
// with the document itself. The rules are Kinetype's: what is due within the slack leaves now, the newest frame that is
// due is chosen at send time, a full socket skips.

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

struct bytes { char *start; size_t count; };
struct frame { struct bytes chunk; int64_t due; };

struct connection {
  int fd;
  bool streams;
  size_t place;  // in the heap, from 1; 0 is nowhere
  int64_t start, due;
  size_t next, sent, skipped;
  struct bytes rest;  // what the socket has not taken yet of something that must not be torn
  size_t head_count;
  char head[1024];
  char end[192];
};

struct loop { int epoll, listener; size_t count, capacity; struct connection **heap; };

enum { STEPS_PER_TICK = 1024, RETRY = 50000000 };

static struct frame *frames;
static size_t frame_count;
static struct bytes document_answer, stream_answer;
static int64_t slack = 1000000;
static int port;

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

// MARK: The document

static struct bytes printed(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  struct bytes bytes;
  bytes.count = (size_t)vasprintf(&bytes.start, format, arguments);
  va_end(arguments);
  return bytes;
}

static struct bytes chunk(const char *event, int length) { return printed("%x\r\n%.*s\r\n", length, length, event); }

static void read_frame(const char *line, int length) {
  frames = realloc(frames, (frame_count + 1) * sizeof *frames);
  struct bytes event = printed("id: %zu\ndata: %.*s\n\n", frame_count, length, line);
  const char *time = strstr(line, "\"time\":");
  frames[frame_count].due = time ? (int64_t)(atof(time + 7) * 1e9 + 0.5) : 0;
  frames[frame_count++].chunk = chunk(event.start, (int)event.count);
  free(event.start);
}

// The document has one frame a line, after the description in the first.
static void read_document(const char *path) {
  FILE *file = fopen(path, "r");
  if (!file) { perror(path); exit(1); }
  char *body = NULL, *line = NULL;
  size_t capacity = 0, count = 0;
  ssize_t length;
  struct bytes start = {NULL, 0};
  while ((length = getline(&line, &capacity, file)) > 0) {
    body = realloc(body, count + (size_t)length + 1);
    memcpy(body + count, line, (size_t)length + 1);
    count += (size_t)length;
    while (length && strchr(",\n", line[length - 1])) length--;
    if (!strncmp(line, "{\"animation\"", 12))
      start = printed("retry: 1000\nevent: start\ndata: %.*s}\n\n", (int)length, line);
    else if (!strncmp(line, "{\"index\"", 8))
      read_frame(line, (int)length);
  }
  fclose(file);
  document_answer = printed(
      "HTTP/1.1 200 OK\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\nContent-Type: application/json\r\n"
      "ETag: \"0123456789abcdef\"\r\nCache-Control: public, max-age=86400\r\nVary: Accept, Accept-Encoding, Origin\r\n"
      "Access-Control-Allow-Origin: *\r\nAccess-Control-Expose-Headers: ETag, Retry-After, RateLimit, "
      "RateLimit-Policy, X-Request-Id\r\n"
      "Content-Length: %zu\r\n\r\n%s", count, body);
  struct bytes first = chunk(start.start, (int)start.count);
  stream_answer = printed(
      "HTTP/1.1 200 OK\r\nDate: Thu, 01 Jan 1970 00:00:00 GMT\r\nContent-Type: text/event-stream\r\n"
      "Cache-Control: no-store, no-transform\r\nVary: Accept, Origin\r\nX-Accel-Buffering: no\r\n"
      "Access-Control-Allow-Origin: *\r\nAccess-Control-Expose-Headers: ETag, Retry-After\r\n"
      "Transfer-Encoding: chunked\r\n\r\n%s", first.start);
}

// MARK: The heap of deadlines

static void put(struct loop *loop, size_t place, struct connection *c) {
  loop->heap[place - 1] = c;
  c->place = place;
}

static void sift(struct loop *loop, struct connection *c, size_t place) {
  for (; place > 1 && loop->heap[place / 2 - 1]->due > c->due; place /= 2) put(loop, place, loop->heap[place / 2 - 1]);
  for (size_t child; (child = 2 * place) <= loop->count; place = child) {
    if (child < loop->count && loop->heap[child]->due < loop->heap[child - 1]->due) child++;
    if (loop->heap[child - 1]->due >= c->due) break;
    put(loop, place, loop->heap[child - 1]);
  }
  put(loop, place, c);
}

static void schedule(struct loop *loop, struct connection *c, int64_t due) {
  c->due = due;
  if (!c->place && loop->count == loop->capacity) {
    loop->capacity = loop->capacity ? 2 * loop->capacity : 1024;
    loop->heap = realloc(loop->heap, loop->capacity * sizeof *loop->heap);
  }
  sift(loop, c, c->place ? c->place : ++loop->count);
}

static void unschedule(struct loop *loop, struct connection *c) {
  if (!c->place) return;
  struct connection *last = loop->heap[--loop->count];
  if (last != c) sift(loop, last, c->place);
  c->place = 0;
}

// MARK: Sending

static void watch(struct loop *loop, struct connection *c, int operation, uint32_t events) {
  struct epoll_event event = {.events = events | EPOLLRDHUP, .data.ptr = c};
  epoll_ctl(loop->epoll, operation, c->fd, &event);
}

// Whether the bytes are on their way: the socket has taken them, or their first part, and the rest is kept.
static bool offer(struct loop *loop, struct connection *c, struct bytes bytes) {
  if (c->rest.count) return false;
  ssize_t count = send(c->fd, bytes.start, bytes.count, MSG_DONTWAIT | MSG_NOSIGNAL);
  if (count < 0) return false;
  if ((size_t)count < bytes.count) {
    c->rest = (struct bytes){bytes.start + count, bytes.count - (size_t)count};
    watch(loop, c, EPOLL_CTL_MOD, EPOLLIN | EPOLLOUT);
  }
  return true;
}

static void flush(struct loop *loop, struct connection *c) {
  struct bytes rest = c->rest;
  c->rest.count = 0;
  watch(loop, c, EPOLL_CTL_MOD, EPOLLIN);
  if (!offer(loop, c, rest)) {
    c->rest = rest;
    watch(loop, c, EPOLL_CTL_MOD, EPOLLIN | EPOLLOUT);
  }
}

static void finish(struct loop *loop, struct connection *c) {
  char event[128];
  int length = snprintf(
      event, sizeof event, "event: end\ndata: {\"reason\":\"finished\",\"framesSent\":%zu,\"framesSkipped\":%zu}\n\n",
      c->sent, c->skipped);
  int count = snprintf(c->end, sizeof c->end, "%x\r\n%s\r\n0\r\n\r\n", length, event);
  if (!offer(loop, c, (struct bytes){c->end, (size_t)count})) return schedule(loop, c, now() + RETRY);
  unschedule(loop, c);
  c->streams = false;
}

static void step(struct loop *loop, struct connection *c, int64_t moment) {
  if (c->next == frame_count) return finish(loop, c);
  size_t newest = c->next;
  while (newest + 1 < frame_count && c->start + frames[newest + 1].due <= moment + slack) newest++;
  if (offer(loop, c, frames[newest].chunk)) {
    c->sent++;
    c->skipped += newest - c->next;
    c->next = newest + 1;
    if (c->next == frame_count) return finish(loop, c);
    schedule(loop, c, c->start + frames[c->next].due);
  } else {
    schedule(loop, c, newest + 1 < frame_count ? c->start + frames[newest + 1].due : moment + RETRY);
  }
}

static void tick(struct loop *loop) {
  for (int steps = 0; steps < STEPS_PER_TICK && loop->count; steps++) {
    int64_t moment = now();
    if (loop->heap[0]->due > moment + slack) return;
    step(loop, loop->heap[0], moment);
  }
}

// MARK: Connections

static void leave(struct loop *loop, struct connection *c) {
  unschedule(loop, c);
  close(c->fd);
  free(c);
}

static void welcome(struct loop *loop) {
  for (int fd; (fd = accept4(loop->listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC)) >= 0;) {
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
    struct connection *c = calloc(1, sizeof *c);
    c->fd = fd;
    watch(loop, c, EPOLL_CTL_ADD, EPOLLIN);
  }
}

static void answer(struct loop *loop, struct connection *c) {
  c->head[c->head_count] = 0;
  c->head_count = 0;
  char *line_end = strchr(c->head, '\r');
  if (line_end) *line_end = 0;
  if (!strstr(c->head, "stream")) { offer(loop, c, document_answer); return; }
  setsockopt(c->fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &(int){256}, sizeof(int));
  const char *delay = strstr(c->head, "delay=");
  c->streams = true;
  c->next = c->sent = c->skipped = 0;
  c->start = now() + (delay ? (int64_t)(atof(delay + 6) * 1e9) : 0);
  offer(loop, c, stream_answer);
  schedule(loop, c, c->start + frames[0].due);
}

// Whether the connection still stands.
static bool hear(struct loop *loop, struct connection *c) {
  ssize_t count = recv(c->fd, c->head + c->head_count, sizeof c->head - 1 - c->head_count, 0);
  if (count <= 0) return count < 0 && errno == EAGAIN;
  c->head_count += (size_t)count;
  bool complete = c->head_count >= 4 && !memcmp(c->head + c->head_count - 4, "\r\n\r\n", 4);
  if (!complete) return c->head_count < sizeof c->head - 1;
  if (c->streams) return false;
  answer(loop, c);
  return true;
}

static void *run(void *unused) {
  (void)unused;
  struct loop loop = {.epoll = epoll_create1(0), .listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0)};
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  setsockopt(loop.listener, SOL_SOCKET, SO_REUSEADDR, &(int){1}, sizeof(int));
  setsockopt(loop.listener, SOL_SOCKET, SO_REUSEPORT, &(int){1}, sizeof(int));
  if (bind(loop.listener, (struct sockaddr *)&address, sizeof address) || listen(loop.listener, 4096)) {
    perror("bind");
    exit(1);
  }
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL}, events[256];
  epoll_ctl(loop.epoll, EPOLL_CTL_ADD, loop.listener, &event);
  while (true) {
    int64_t wait = loop.count ? loop.heap[0]->due - now() : INT64_MAX;
    if (wait < slack) wait = 0;
    struct timespec timeout = {wait / 1000000000, wait % 1000000000};
    int count = epoll_pwait2(loop.epoll, events, 256, loop.count ? &timeout : NULL, NULL);
    for (int i = 0; i < count; i++) {
      struct connection *c = events[i].data.ptr;
      if (!c) welcome(&loop);
      else if (events[i].events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) leave(&loop, c);
      else {
        if (events[i].events & EPOLLOUT) flush(&loop, c);
        if (events[i].events & EPOLLIN && !hear(&loop, c)) leave(&loop, c);
      }
    }
    tick(&loop);
  }
}

int main(int argc, char **argv) {
  int threads = 1;
  for (int option; (option = getopt(argc, argv, "t:s:")) >= 0;) {
    if (option == 't') threads = atoi(optarg);
    else if (option == 's') slack = atoll(optarg) * 1000;
    else return 2;
  }
  if (argc - optind != 2) {
    fprintf(stderr, "usage: BareEpoll [-t threads] [-s slack µs] port document\n");
    return 2;
  }
  port = atoi(argv[optind]);
  signal(SIGPIPE, SIG_IGN);
  read_document(argv[optind + 1]);
  if (!frame_count) { fprintf(stderr, "%s has no frames\n", argv[optind + 1]); return 1; }
  for (pthread_t thread; threads > 1; threads--) pthread_create(&thread, NULL, run, NULL);
  run(NULL);
}
