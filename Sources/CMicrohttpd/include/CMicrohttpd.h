#ifndef CMICROHTTPD_H
#define CMICROHTTPD_H

#include <CGnuTLS.h>
#include <malloc.h>
#include <microhttpd.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/types.h>

// Swift cannot call C's variadic functions. Each function below fixes the arguments of one such call, or says why it is
// here; nothing else belongs here.

/// What one daemon of an event loop is started with; `context` reaches every callback.
struct cmicrohttpd_options {
  void *context;
  int listen_socket;
  unsigned int connection_limit;
  size_t connection_memory;
  unsigned int inactivity_seconds;
  MHD_AccessHandlerCallback handle_request;
  void *(*begin_request)(void *context, const char *uri, struct MHD_Connection *connection);
  MHD_RequestCompletedCallback complete_request;
  MHD_NotifyConnectionCallback notify_connection;
  /// Given, the daemon speaks TLS alone, with what this function chooses for each handshake.
  gnutls_certificate_retrieve_function2 *choose_certificate;
  /// GnuTLS's priority string for TLS.
  const char *tls_priorities;
};

/// MHD_start_daemon in external epoll mode; the listen socket belongs to the daemon from now on.
struct MHD_Daemon *cmicrohttpd_start(const struct cmicrohttpd_options *options);

/// Whom a run of a daemon tells what libmicrohttpd 0.9.75 has no callback for.
struct cmicrohttpd_turn {
  void *context;
  /// libmicrohttpd is about to answer a request that it cannot parse, with this status.
  ///
  /// The connection may be one of another daemon, which is answered within the same run.
  void (*refuse_request)(void *context, struct MHD_Connection *connection, unsigned int status);
  /// A TLS handshake can go on no more before its client has sent something, or has taken what was sent.
  ///
  /// libmicrohttpd takes the socket of an unfinished handshake for ready and tries again without end. Its calls of
  /// gnutls_handshake come to the function of that name in `shims.c`, as those of MHD_queue_response do. Session and
  /// descriptor may be those of a handshake of the program's own.
  void (*await_handshake)(void *context, int descriptor, gnutls_session_t session, int is_writing);
};

/// MHD_run.
enum MHD_Result cmicrohttpd_run(struct MHD_Daemon *daemon, const struct cmicrohttpd_turn *turn);

/// MHD_queue_response, which under its own name is libmicrohttpd's alone.
///
/// libmicrohttpd 0.9.75 answers what it cannot parse with pages of its own, sends the head of some of them twice, and has
/// no callback that comes before them. It queues them by calling MHD_queue_response, and as every shared library calls its
/// functions by name, that call reaches the function of this name in shims.c. It has `refuse_request` answer and shut the
/// socket, so that the page goes nowhere. Without it 14 checks fail: in ProtocolTests.swift `a request against the standard
/// is refused and its connection closed` and `who has been answered before is told of what cannot be read, byte by byte as
/// well`, in ExchangeTests.swift `each request is told of once it is answered`, in TLSTests.swift `what cannot be read is
/// answered once within TLS`. In a libmicrohttpd that does not call itself by name (linked with -Bsymbolic) the pages stay
/// as they are.
enum MHD_Result cmicrohttpd_queue_response(
    struct MHD_Connection *connection, unsigned int status, struct MHD_Response *response);

/// MHD_add_response_header for several fields at once: `name: value CRLF`, one behind another.
///
/// libmicrohttpd copies each name and value, looks at each byte five times and keeps a list: 740 instructions a field until
/// it is freed. So it is given one field, whose value is as long as the rest of them, and the rest, line ends included, is
/// written into its copy, the address of which it tells.
enum MHD_Result cmicrohttpd_add_fields(struct MHD_Response *response, const char *fields, size_t count);

/// MHD_get_daemon_info: the descriptor to watch.
int cmicrohttpd_epoll_descriptor(struct MHD_Daemon *daemon);

/// MHD_get_connection_info: the connection's socket.
int cmicrohttpd_socket(struct MHD_Connection *connection);

/// MHD_get_connection_info: what the connection callback stored.
void *cmicrohttpd_socket_context(struct MHD_Connection *connection);

/// MHD_get_connection_info: bytes of request line and header fields.
size_t cmicrohttpd_head_size(struct MHD_Connection *connection);

/// MHD_get_connection_info: the peer's address.
const struct sockaddr *cmicrohttpd_peer_address(struct MHD_Connection *connection);

/// MHD_get_connection_info: the connection's TLS session; NULL where it has none.
gnutls_session_t cmicrohttpd_tls_session(struct MHD_Connection *connection);

/// MHD_set_connection_option: has libmicrohttpd close a connection at its next run, if it was silent for a second.
///
/// One whose memory is filled by a part of a body that cannot be handed on is not read any more, so that libmicrohttpd would
/// not see that its socket was shut.
void cmicrohttpd_close_if_silent(struct MHD_Connection *connection);

/// epoll_pwait2, in nanoseconds.
///
/// Beside this header's own includes Swift does not always find the members of `timespec`: it depends on which module of
/// the C library was built first.
int cmicrohttpd_epoll_wait(int descriptor, struct epoll_event *events, int capacity, uint64_t nanoseconds);

#endif
