#pragma once

#include <stdint.h>

/// Asks the processor to bring `count` lines of memory from `address` on into its cache, without waiting for them.
///
/// A hint that never fails, whatever the address.
static inline void prefetch_lines(uintptr_t address, int count) {
  for (int line = 0; line < count; line++) __builtin_prefetch((const void *)(address + 64 * line));
}
