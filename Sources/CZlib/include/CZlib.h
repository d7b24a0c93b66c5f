#ifndef CZLIB_H
#define CZLIB_H

#include <stddef.h>
#include <stdint.h>

// Swift cannot call zlib's deflateInit2, which is a macro, and needs no more of zlib than one whole answer at a time.

/// The most bytes that czlib_gzip and czlib_zlib can write for so many.
size_t czlib_bound(size_t count);

/// Writes the gzip form (RFC 1952) of `count` bytes at a level from 1 to 9; returns its length, 0 for failure.
size_t czlib_gzip(int level, const void *bytes, size_t count, void *output, size_t capacity);

/// The same in the zlib form (RFC 1950).
size_t czlib_zlib(int level, const void *bytes, size_t count, void *output, size_t capacity);

/// The CRC-32 of PNG and gzip.
uint32_t czlib_checksum(const void *bytes, size_t count);

#endif
