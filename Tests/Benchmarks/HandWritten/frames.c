#include "HandWritten.h"

#include <math.h>
#include <string.h>

static char *write_text(char *out, const char *text, size_t count) {
  memcpy(out, text, count);
  return out + count;
}

static char *write_index(char *out, int index) {
  char digits[12];
  int count = 0;
  do { digits[count++] = (char)('0' + index % 10); } while ((index /= 10) > 0);
  while (count > 0) *out++ = digits[--count];
  return out;
}

/// 1,234.50 from 123450.
static char *write_amount(char *out, unsigned long long cents) {
  char digits[40];
  char *start = digits + sizeof digits;
  *--start = (char)('0' + cents % 10);
  *--start = (char)('0' + cents / 10 % 10);
  *--start = '.';
  unsigned long long whole = cents / 100;
  int count = 0;
  do {
    if (count == 3) { *--start = ','; count = 0; }
    *--start = (char)('0' + whole % 10);
    count++;
  } while ((whole /= 10) > 0);
  return write_text(out, start, (size_t)(digits + sizeof digits - start));
}

static double ease(double time) {
  if (time < 0.5) return 4 * time * time * time;
  double rest = 2 - 2 * time;
  return 1 - rest * rest * rest / 2;
}

size_t hand_written_frames(char *bytes, int count, long long from, long long to) {
  char *out = bytes;
  for (int index = 0; index < count; index++) {
    double progress = ease((double)index / (count - 1));
    long long cents = from + llrint((double)(to - from) * progress);
    out = write_text(out, "{\"index\":", 9);
    out = write_index(out, index);
    out = write_text(out, ",\"text\":\"$", 10);
    out = write_amount(out, (unsigned long long)cents);
    out = write_text(out, "\"},\n", 4);
  }
  return (size_t)(out - bytes);
}
