// Reads many streams of server-sent events at once and measures when their frames come.
//
//   LoadClient [-n streams] [-r streams opened a second] [-d seconds at most] [-i idle streams] [-I idle path]
//              [-p server's process] [-s] port path
//
// With -s each stream asks for an animation of its own: `&to=` and a number of apples follow the path.
//
// Lateness is the moment of arrival minus the moment a frame is due. The arrival is the kernel's stamp on the segment
// (SO_TIMESTAMPNS), so that a busy client blames no server. Of several frames read at once the kernel tells the arrival
// of the last; the others are `unstamped` and have no lateness. With the last one's stamp, 2 % of such frames made a p99
// of 30 ms of 16 ms. When a stream began only its server knows, and the client estimates it in two ways:
//
// - `lateness`: from the earliest evidence, the `start` event or any frame's arrival minus its time, whichever comes
//   first. It is never below zero and punishes every deviation between frames. A server that sends up to 1 ms early, so
//   that frames due together leave together, is measured from its earliest frame: all the others seem up to 1 ms late.
// - `sinceStart`: from the arrival of the `start` event, which every server here sends at once. Negative is early. An
//   event that itself is late, as at overload, makes the frames look better, which `lateness` does not.
//
// A server that sends exactly on time has the same figures in both. Frames left out by a server that skips are
// `missing`. `steady` counts from the moment the last stream has been asked for to the moment the first ends, what is
// missing as well; `framesPerStream` is how many each stream got in that time, which tells whether all are served alike.
// `idle` are the idle streams that stand at the end, answered by the server; all others are `idleFailed`.

#include "sample.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum phase { CONNECTING, HEAD, SIZE, DATA, DATA_END, OVER };

struct stream {
  int fd;
  bool idle, started, ended;
  long number;
  enum phase phase;
  size_t chunk_left;
  char event;  // the first letter of the event's name; 0 for a message
  long id;
  double time;
  long next_id, frame_count;
  int steady_count;
  int64_t start_arrival;
  int *offsets;  // µs of each frame's arrival minus its time, from start_arrival
  int offset_count, offset_capacity;
  int offsets_before;  // how many there were before what is being read
  size_t line_count;
  char line[512];
};

static struct { long started, ended, failed, frames, missing, unstamped, duplicates, bytes; } total;
static struct sample lateness, since_start, frames_per_stream;
static int epoll, server_process, port;
static const char *path, *idle_path;
static long stream_count = 1, idle_count;
static bool own_targets;
static struct { int64_t begin, end; long frames, missing; double cpu; long memory; } steady;

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);  // the clock of SO_TIMESTAMPNS
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

// Seconds of CPU time that the server has used, all its threads together.
static double server_cpu(void) {
  char path[64], text[1024];
  snprintf(path, sizeof path, "/proc/%d/stat", server_process);
  FILE *file = server_process ? fopen(path, "r") : NULL;
  if (!file) return 0;
  size_t count = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[count] = 0;
  unsigned long user = 0, system = 0;
  char *fields = strrchr(text, ')');
  if (fields) sscanf(fields + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system);
  return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

// KiB of the server's resident memory.
static long server_memory(void) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/statm", server_process);
  FILE *file = server_process ? fopen(path, "r") : NULL;
  long pages = 0;
  if (file && fscanf(file, "%*d %ld", &pages) != 1) pages = 0;
  if (file) fclose(file);
  return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

// MARK: Events

static void begin_steady(void) {
  steady.begin = now();
  steady.frames = total.frames;
  steady.missing = total.missing;
  steady.cpu = server_cpu();
}

static void end_steady(void) {
  steady.end = now();
  steady.frames = total.frames - steady.frames;
  steady.missing = total.missing - steady.missing;
  steady.cpu = server_cpu() - steady.cpu;
  steady.memory = server_memory();
}

static void take_frame(struct stream *s, int64_t arrival) {
  total.frames++;
  if (steady.begin && !steady.end) s->steady_count++;
  if (s->id < s->next_id) { total.duplicates++; return; }
  total.missing += s->id - s->next_id;
  s->next_id = s->id + 1;
  if (s->offset_count == s->offset_capacity) {
    s->offset_capacity = s->offset_capacity ? 2 * s->offset_capacity : 128;
    s->offsets = realloc(s->offsets, (size_t)s->offset_capacity * sizeof(int));
  }
  s->offsets[s->offset_count++] = (int)((arrival - s->start_arrival - (int64_t)(s->time * 1e9)) / 1000);
}

static void dispatch(struct stream *s, int64_t arrival) {
  if (s->event == 's' && !s->started) {
    s->started = true;
    s->start_arrival = arrival;
    total.started++;
  } else if (s->event == 'e') {
    s->ended = true;
    total.ended++;
    if (s->frame_count > s->next_id) total.missing += s->frame_count - s->next_id;
    if (steady.begin && !steady.end) end_steady();
  } else if (!s->event && s->id >= 0 && s->started) {
    take_frame(s, arrival);
  }
  s->event = 0;
  s->id = -1;
}

static void take_line(struct stream *s, int64_t arrival) {
  char *line = s->line;
  line[s->line_count] = 0;
  if (!s->line_count) return dispatch(s, arrival);
  if (!strncmp(line, "id: ", 4)) {
    s->id = atol(line + 4);
  } else if (!strncmp(line, "event: ", 7)) {
    s->event = line[7];
  } else if (!strncmp(line, "data: ", 6)) {
    const char *name = strstr(line, s->event ? "\"frameCount\":" : "\"time\":");
    if (name && s->event) s->frame_count = atol(name + 13);
    if (name && !s->event) s->time = atof(name + 7);
  }
}

static void take_body(struct stream *s, const char *bytes, size_t count, int64_t arrival) {
  while (count) {
    const char *end = memchr(bytes, '\n', count);
    size_t length = end ? (size_t)(end - bytes) : count;
    size_t room = sizeof s->line - 1 - s->line_count;
    size_t kept = length < room ? length : room;
    memcpy(s->line + s->line_count, bytes, kept);
    s->line_count += kept;
    if (!end) return;
    if (!s->idle) take_line(s, arrival);
    s->line_count = 0;
    bytes += length + 1;
    count -= length + 1;
  }
}

// MARK: HTTP

// A line of the head or of the chunking; whether it is complete.
static bool take_control(struct stream *s, const char **bytes, size_t *count) {
  while (*count) {
    char byte = *(*bytes)++;
    --*count;
    if (byte == '\n') return true;
    if (byte != '\r' && s->line_count < sizeof s->line - 1) s->line[s->line_count++] = byte;
  }
  return false;
}

// Whether the answer goes on.
static bool take(struct stream *s, const char *bytes, size_t count, int64_t arrival) {
  // A line of an event may be cut by a chunk's end; here none is, so both kinds of lines share one buffer.
  while (count) {
    if (s->phase == DATA) {
      size_t part = count < s->chunk_left ? count : s->chunk_left;
      take_body(s, bytes, part, arrival);
      bytes += part;
      count -= part;
      s->chunk_left -= part;
      if (s->chunk_left) continue;
      s->phase = DATA_END;
    } else if (take_control(s, &bytes, &count)) {
      s->line[s->line_count] = 0;
      if (s->phase == HEAD && !strncmp(s->line, "HTTP/", 5) && !strstr(s->line, " 200 ")) return false;
      if (s->phase == HEAD && !s->line_count) s->phase = SIZE;
      else if (s->phase == DATA_END) s->phase = SIZE;
      else if (s->phase == SIZE) {
        s->chunk_left = strtoul(s->line, NULL, 16);
        s->phase = s->chunk_left ? DATA : OVER;
        if (s->phase == OVER) return false;
      }
      s->line_count = 0;
    }
  }
  return true;
}

static void settle(struct stream *s) {
  int64_t earliest = 0;
  for (int i = 0; i < s->offset_count; i++)
    if (s->offsets[i] < earliest) earliest = s->offsets[i];
  for (int i = 0; i < s->offset_count; i++) {
    add_sample(&lateness, s->offsets[i] - (int)earliest);
    add_sample(&since_start, s->offsets[i]);
  }
  free(s->offsets);
  s->offsets = NULL;
  s->offset_count = 0;
}

static void leave(struct stream *s) {
  if (s->fd < 0) return;
  close(s->fd);
  s->fd = -1;
  if (s->idle) return;
  if (!s->ended) total.failed++;
  settle(s);
}

// Keeps, of the frames of one read, the one whose arrival is known.
static void keep_stamped(struct stream *s) {
  int read = s->offset_count - s->offsets_before;
  if (read < 2) return;
  s->offsets[s->offsets_before] = s->offsets[s->offset_count - 1];
  s->offset_count = s->offsets_before + 1;
  total.unstamped += read - 1;
}

static void hear(struct stream *s) {
  char bytes[65536], control[256];
  struct iovec piece = {bytes, sizeof bytes};
  struct msghdr message = {
      .msg_iov = &piece, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  ssize_t count = recvmsg(s->fd, &message, MSG_DONTWAIT);
  if (count < 0 && errno == EAGAIN) return;
  if (count <= 0) return leave(s);
  total.bytes += count;
  int64_t arrival = 0;
  for (struct cmsghdr *c = CMSG_FIRSTHDR(&message); c; c = CMSG_NXTHDR(&message, c)) {
    if (c->cmsg_level != SOL_SOCKET || c->cmsg_type != SCM_TIMESTAMPNS) continue;
    struct timespec stamp;
    memcpy(&stamp, CMSG_DATA(c), sizeof stamp);
    arrival = stamp.tv_sec * 1000000000LL + stamp.tv_nsec;
  }
  s->offsets_before = s->offset_count;
  bool goes_on = take(s, bytes, (size_t)count, arrival ? arrival : now());
  keep_stamped(s);
  if (!goes_on) leave(s);
}

// Without waiting: a server that is slow to accept must not keep the client from reading.
static void open_stream(struct stream *s, bool idle, long number) {
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  *s = (struct stream){.idle = idle, .number = number, .id = -1};
  s->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  setsockopt(s->fd, SOL_SOCKET, SO_TIMESTAMPNS, &(int){1}, sizeof(int));
  setsockopt(s->fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
  if (connect(s->fd, (struct sockaddr *)&address, sizeof address) && errno != EINPROGRESS) return leave(s);
  struct epoll_event event = {.events = EPOLLOUT, .data.ptr = s};
  epoll_ctl(epoll, EPOLL_CTL_ADD, s->fd, &event);
}

static void ask(struct stream *s) {
  char request[1024], target[48] = "";
  if (own_targets && !s->idle) snprintf(target, sizeof target, "&to=%ld%%20apples", 400 + s->number);
  int length = snprintf(
      request, sizeof request, "GET %s%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAccept: text/event-stream\r\n\r\n",
      s->idle ? idle_path : path, target, port);
  if (send(s->fd, request, (size_t)length, MSG_NOSIGNAL) != length) return leave(s);
  s->phase = HEAD;
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = s};
  epoll_ctl(epoll, EPOLL_CTL_MOD, s->fd, &event);
}

static void print_result(long idle) {
  printf(
      "{\"started\":%ld,\"ended\":%ld,\"failed\":%ld,\"idle\":%ld,\"idleFailed\":%ld,\"frames\":%ld,"
      "\"missing\":%ld,\"unstamped\":%ld,\"duplicates\":%ld,\"bytes\":%ld,\"steady\":{\"seconds\":%.3f,"
      "\"frames\":%ld,\"missing\":%ld,\"cpuSeconds\":%.2f,\"memory\":%ld},",
      total.started, total.ended, total.failed, idle, idle_count - idle, total.frames, total.missing, total.unstamped,
      total.duplicates, total.bytes, (double)(steady.end - steady.begin) / 1e9, steady.frames, steady.missing,
      steady.cpu, steady.memory);
  print_sample("lateness", &lateness);
  printf(",");
  print_sample("sinceStart", &since_start);
  printf(",");
  print_sample("framesPerStream", &frames_per_stream);
  printf("}\n");
}

int main(int argc, char **argv) {
  double rate = 2000, limit = 60;
  for (int option; (option = getopt(argc, argv, "n:r:d:i:I:p:s")) >= 0;) {
    if (option == 'n') stream_count = atol(optarg);
    else if (option == 'r') rate = atof(optarg);
    else if (option == 'd') limit = atof(optarg);
    else if (option == 'i') idle_count = atol(optarg);
    else if (option == 'I') idle_path = optarg;
    else if (option == 'p') server_process = atoi(optarg);
    else if (option == 's') own_targets = true;
    else return 2;
  }
  if (argc - optind != 2 || stream_count < 1 || idle_count < 0 || rate <= 0 || (idle_count && !idle_path)) {
    fprintf(stderr, "usage: LoadClient [-n streams] [-r opened a second] [-d seconds at most]"
                    " [-i idle streams -I idle path] [-p server's process] [-s] port path\n");
    return 2;
  }
  port = atoi(argv[optind]);
  path = argv[optind + 1];
  long count = idle_count + stream_count, opened = 0;
  struct stream *streams = calloc((size_t)count, sizeof *streams);
  struct epoll_event events[512];
  epoll = epoll_create1(EPOLL_CLOEXEC);
  int64_t begin = now(), end = begin + (int64_t)(limit * 1e9);
  while (total.ended + total.failed < stream_count && now() < end) {
    while (opened < count && (double)opened < (double)(now() - begin) / 1e9 * rate) {
      open_stream(&streams[opened], opened < idle_count, opened);
      opened++;
      if (opened == count) begin_steady();
    }
    int ready = epoll_wait(epoll, events, 512, opened < count ? 1 : 100);
    for (int i = 0; i < ready; i++) {
      struct stream *stream = events[i].data.ptr;
      if (stream->phase == CONNECTING) ask(stream); else hear(stream);
    }
  }
  if (!steady.begin) begin_steady();
  if (!steady.end) end_steady();
  long idle = 0;
  for (long i = 0; i < opened; i++) {
    struct stream *s = &streams[i];
    if (s->idle) {
      idle += s->fd >= 0 && s->phase > HEAD;
    } else {
      settle(s);
      if (s->started) add_sample(&frames_per_stream, s->steady_count);
    }
  }
  print_result(idle);
}
