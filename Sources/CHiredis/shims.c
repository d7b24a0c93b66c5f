#include "CHiredis.h"
#include <pthread.h>

static const int most_elements = 1 << 20;

#if HIREDIS_MAJOR >= 1

redisReader *chiredis_create_reader(void) {
  redisReader *reader = redisReaderCreate();
  if (reader) reader->maxelements = most_elements;
  return reader;
}

#else

// The functions by which hiredis makes replies, which it shows only in a reader.
static redisReplyObjectFunctions own, bounded;

static void *create_array(const redisReadTask *task, int elements) {
  return elements > most_elements ? NULL : own.createArray(task, elements);
}

static void prepare(void) {
  redisReader *reader = redisReaderCreate();
  if (!reader) return;
  own = bounded = *reader->fn;
  bounded.createArray = create_array;
  redisReaderFree(reader);
}

redisReader *chiredis_create_reader(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, prepare);
  return bounded.createArray ? redisReaderCreateWithFunctions(&bounded) : NULL;
}

#endif
