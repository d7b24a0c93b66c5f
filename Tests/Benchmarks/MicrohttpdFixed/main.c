// The floor of libmicrohttpd: one response, made ready once, for every request.
//
//   MicrohttpdFixed [-t threads] port document

#include <arpa/inet.h>
#include <microhttpd.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static enum MHD_Result answer(
    void *response, struct MHD_Connection *connection, const char *url, const char *method, const char *version,
    const char *body, size_t *body_count, void **state) {
  (void)url, (void)method, (void)version, (void)body, (void)body_count;
  // A reply to the first call, at the head, would close the connection.
  if (!*state) { *state = response; return MHD_YES; }
  return MHD_queue_response(connection, 200, response);
}

static struct MHD_Response *read_document(const char *path) {
  FILE *file = fopen(path, "r");
  if (!file) { perror(path); exit(1); }
  static char body[1 << 22];
  size_t count = fread(body, 1, sizeof body, file);
  fclose(file);
  struct MHD_Response *response = MHD_create_response_from_buffer(count, body, MHD_RESPMEM_PERSISTENT);
  MHD_add_response_header(response, "Content-Type", "application/json");
  MHD_add_response_header(response, "ETag", "\"0123456789abcdef\"");
  MHD_add_response_header(response, "Cache-Control", "public, max-age=86400");
  MHD_add_response_header(response, "Vary", "Accept, Accept-Encoding, Origin");
  MHD_add_response_header(response, "Access-Control-Allow-Origin", "*");
  MHD_add_response_header(response, "Access-Control-Expose-Headers",
      "ETag, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id");
  return response;
}

int main(int argc, char **argv) {
  unsigned threads = 1;
  for (int option; (option = getopt(argc, argv, "t:")) >= 0;) {
    if (option != 't') return 2;
    threads = (unsigned)atoi(optarg);
  }
  if (argc - optind != 2) {
    fprintf(stderr, "usage: MicrohttpdFixed [-t threads] port document\n");
    return 2;
  }
  struct sockaddr_in address = {
      .sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(argv[optind])),
      .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  struct MHD_Daemon *daemon = MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD, 0, NULL, NULL, answer, read_document(argv[optind + 1]),
      MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_THREAD_POOL_SIZE, threads > 1 ? threads : 0,
      MHD_OPTION_CONNECTION_LIMIT, 4096, MHD_OPTION_END);
  if (!daemon) { fprintf(stderr, "cannot listen on port %s\n", argv[optind]); return 1; }
  while (true) pause();
}
