#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>

// Swift cannot name SQLITE_TRANSIENT, which is a number made into a function.

/// Binds a copy of `count` bytes of UTF-8.
int csqlite_bind_text(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count);

/// Binds a copy of `count` bytes; none are an empty value, not the absent one.
int csqlite_bind_bytes(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count);

#endif
