#ifndef CZLIB_H
#define CZLIB_H

#include <stddef.h>

// Swift cannot call zlib's deflateInit2, which is a macro, and needs no more of zlib than one whole answer at a time.

/// The most bytes that czlib_gzip can write for so many.
size_t czlib_gzip_bound(size_t count);

/// Writes the gzip form (RFC 1952) of `count` bytes at a level from 1 to 9; returns its length, 0 for failure.
size_t czlib_gzip(int level, const void *bytes, size_t count, void *output, size_t capacity);

#endif
