#ifndef HAND_WRITTEN_H
#define HAND_WRITTEN_H

#include <stddef.h>

/// Writes `count` frames of `{"index":0,"text":"$1,234.50"}`, from one amount of cents to the other by easeInOut, as a
/// C programmer who knows that nothing else is ever asked for would; returns the number of bytes.
size_t hand_written_frames(char *bytes, int count, long long from, long long to);

#endif
