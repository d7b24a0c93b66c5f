#ifndef CHIREDIS_H
#define CHIREDIS_H

#include <hiredis/hiredis.h>

/// Creates a reader that takes no array of more than 2^20 elements; NULL where there is no memory.
///
/// hiredis' own makes room for as many as a few bytes announce, before the first has come.
redisReader *chiredis_create_reader(void);

#endif
