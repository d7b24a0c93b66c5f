#define _GNU_SOURCE  // epoll_pwait2

#include "CMicrohttpd.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef enum MHD_Result queue_response(struct MHD_Connection *, unsigned int, struct MHD_Response *);
typedef int handshake(gnutls_session_t);

// A program's functions of these names are what libmicrohttpd, GnuTLS and Swift call. `next` is the library's own.
#define NEXT(type, name)                                                        \
  static _Atomic(type *) original;                                              \
  type *next = atomic_load_explicit(&original, memory_order_relaxed);           \
  if (!next) {                                                                  \
    next = (type *)dlsym(RTLD_NEXT, name);                                      \
    atomic_store_explicit(&original, next, memory_order_relaxed);               \
  }

// The program may have TLS and servers of its own, which come to the functions below as well. So they act only within a run
// of ours, and the loop that is told looks among its own connections, without a look at what it was called with.
static _Thread_local const struct cmicrohttpd_turn *turn;

enum MHD_Result cmicrohttpd_run(struct MHD_Daemon *daemon, const struct cmicrohttpd_turn *own) {
  const struct cmicrohttpd_turn *outer = turn;
  turn = own;
  enum MHD_Result result = MHD_run(daemon);
  turn = outer;
  return result;
}

// A program's symbols come before those of its libraries, for the libraries too: libmicrohttpd itself lands here.
enum MHD_Result MHD_queue_response(struct MHD_Connection *connection, unsigned int status, struct MHD_Response *page) {
  if (turn) turn->refuse_request(turn->context, connection, status);
  return cmicrohttpd_queue_response(connection, status, page);
}

enum MHD_Result cmicrohttpd_queue_response(
    struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response) {
  NEXT(queue_response, "MHD_queue_response")
  return next(connection, status, response);
}

int gnutls_handshake(gnutls_session_t session) {
  NEXT(handshake, "gnutls_handshake")
  int result = next(session);
  if (result == GNUTLS_E_AGAIN && turn) {
    turn->await_handshake(turn->context, gnutls_transport_get_int(session), session, gnutls_record_get_direction(session));
  }
  return result;
}

struct MHD_Daemon *cmicrohttpd_start(const struct cmicrohttpd_options *options) {
  const int is_tls = options->choose_certificate != NULL;
  struct MHD_OptionItem tls[] = {
      {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)options->tls_priorities},
      {MHD_OPTION_HTTPS_CERT_CALLBACK, 0, (void *)options->choose_certificate},
      {MHD_OPTION_END, 0, NULL}};
  return MHD_start_daemon(
      MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | (is_tls ? MHD_USE_TLS : 0), 0, NULL, NULL, options->handle_request, options->context,
      MHD_OPTION_LISTEN_SOCKET, options->listen_socket,
      MHD_OPTION_CONNECTION_LIMIT, options->connection_limit,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, options->connection_memory,
      MHD_OPTION_CONNECTION_TIMEOUT, options->inactivity_seconds,
      MHD_OPTION_STRICT_FOR_CLIENT, 0,
      MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1,
      MHD_OPTION_URI_LOG_CALLBACK, options->begin_request, options->context,
      MHD_OPTION_NOTIFY_COMPLETED, options->complete_request, options->context,
      MHD_OPTION_NOTIFY_CONNECTION, options->notify_connection, options->context,
      MHD_OPTION_ARRAY, is_tls ? tls : tls + 2,
      MHD_OPTION_END);
}

enum MHD_Result cmicrohttpd_add_fields(struct MHD_Response *response, const char *fields, size_t count) {
  const char *colon = memchr(fields, ':', count);
  // The last line's end is libmicrohttpd's own.
  if (!colon || count < (size_t)(colon - fields) + 5) return MHD_NO;
  const size_t name_length = colon - fields, value_length = count - name_length - 4;
  char memory[1024], *copy = count < sizeof memory ? memory : malloc(count);
  if (!copy) return MHD_NO;
  memcpy(copy, fields, name_length);
  copy[name_length] = 0;
  char *filler = copy + name_length + 1;
  memset(filler, '-', value_length);
  filler[value_length] = 0;
  enum MHD_Result result = MHD_add_response_header(response, copy, filler);
  if (result == MHD_YES) {
    char *kept = (char *)MHD_get_response_header(response, copy);
    // Else it would be no copy of libmicrohttpd's that is written to.
    if (!kept || kept == filler || strlen(kept) != value_length) abort();
    memcpy(kept, colon + 2, value_length);
  }
  if (copy != memory) free(copy);
  return result;
}

int cmicrohttpd_epoll_descriptor(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_EPOLL_FD);
  return info ? info->epoll_fd : -1;
}

int cmicrohttpd_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

void *cmicrohttpd_socket_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

size_t cmicrohttpd_head_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}

const struct sockaddr *cmicrohttpd_peer_address(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : NULL;
}

gnutls_session_t cmicrohttpd_tls_session(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
  return info ? info->tls_session : NULL;
}

void cmicrohttpd_close_if_silent(struct MHD_Connection *connection) {
  MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, 1u);
}

int cmicrohttpd_epoll_wait(int descriptor, struct epoll_event *events, int capacity, uint64_t nanoseconds) {
  const struct timespec timeout = {(time_t)(nanoseconds / 1000000000), (long)(nanoseconds % 1000000000)};
  return epoll_pwait2(descriptor, events, capacity, &timeout, NULL);
}
