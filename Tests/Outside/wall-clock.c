// Preloaded where a test sets the wall clock: adds the seconds in the file that WALL_CLOCK_SHIFT names to it. libfaketime
// hides its arguments from a Swift program.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile const time_t *shift;

__attribute__((constructor)) static void map_shift(void) {
  int file = open(getenv("WALL_CLOCK_SHIFT"), O_RDONLY | O_CLOEXEC);
  shift = mmap(NULL, sizeof *shift, PROT_READ, MAP_SHARED, file, 0);
  if (shift == MAP_FAILED) abort();
  close(file);
}

int clock_gettime(clockid_t clock, struct timespec *moment) {
  int result = (int)syscall(SYS_clock_gettime, clock, moment);
  // Other libraries may ask while they are loaded.
  if (shift && clock == CLOCK_REALTIME) moment->tv_sec += *shift;
  return result;
}

time_t time(time_t *seconds) {
  struct timespec moment;
  clock_gettime(CLOCK_REALTIME, &moment);
  if (seconds) *seconds = moment.tv_sec;
  return moment.tv_sec;
}

int gettimeofday(struct timeval *restrict moment, void *restrict zone) {
  (void)zone;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  moment->tv_sec = now.tv_sec;
  moment->tv_usec = now.tv_nsec / 1000;
  return 0;
}
