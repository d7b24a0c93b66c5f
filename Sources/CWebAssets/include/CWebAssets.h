#ifndef CWEBASSETS_H
#define CWEBASSETS_H

#include <stddef.h>
#include <stdint.h>

// The files that the service gives to browsers, as constants of the binary. Swift reads them byte by byte, once each,
// and so needs no pointer.

/// The number of files.
size_t cwebassets_count(void);

/// The character at a place of a file's name, from this folder on; 0 behind the last.
char cwebassets_name(size_t file, size_t place);

/// The number of bytes of a file.
size_t cwebassets_size(size_t file);

/// The byte at a place below the file's size.
uint8_t cwebassets_byte(size_t file, size_t place);

#endif
