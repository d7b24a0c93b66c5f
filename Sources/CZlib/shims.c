#include "CZlib.h"

#include <limits.h>
#include <zlib.h>

// A gzip header and trailer take 18 bytes, 12 more than the zlib form that compressBound is about.
size_t czlib_bound(size_t count) { return compressBound(count) + 12; }

static size_t compress_whole(int window, int level, const void *bytes, size_t count, void *output, size_t capacity) {
  if (count > UINT_MAX || capacity > UINT_MAX) return 0;
  z_stream stream = {0};
  if (deflateInit2(&stream, level, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY) != Z_OK) return 0;
  stream.next_in = (Bytef *)bytes;
  stream.avail_in = (uInt)count;
  stream.next_out = output;
  stream.avail_out = (uInt)capacity;
  int result = deflate(&stream, Z_FINISH);
  size_t written = stream.total_out;
  deflateEnd(&stream);
  return result == Z_STREAM_END ? written : 0;
}

size_t czlib_gzip(int level, const void *bytes, size_t count, void *output, size_t capacity) {
  // 16 more than the window's bits asks for gzip; the time in its header stays 0, so that nodes agree.
  return compress_whole(15 + 16, level, bytes, count, output, capacity);
}

size_t czlib_zlib(int level, const void *bytes, size_t count, void *output, size_t capacity) {
  return compress_whole(15, level, bytes, count, output, capacity);
}

uint32_t czlib_checksum(const void *bytes, size_t count) { return (uint32_t)crc32_z(0, bytes, count); }
