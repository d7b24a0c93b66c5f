// Preloaded where valgrind 3.19 runs the service: it lacks the system call epoll_pwait2, and its sigsuspend returns.
#define _GNU_SOURCE
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

int sigsuspend(const sigset_t *mask) {
  (void)mask;
  for (;;) pause();
}

int epoll_pwait2(int set, struct epoll_event *events, int capacity, const struct timespec *timeout, const sigset_t *mask) {
  (void)mask;
  if (!timeout) return epoll_wait(set, events, capacity, -1);
  // A timeout of epoll_wait has milliseconds, and frames are due by the nanosecond.
  if (timeout->tv_sec || timeout->tv_nsec) ppoll(&(struct pollfd){.fd = set, .events = POLLIN}, 1, timeout, NULL);
  return epoll_wait(set, events, capacity, 0);
}
