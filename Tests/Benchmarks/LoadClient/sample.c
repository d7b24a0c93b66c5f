#include "sample.h"

#include <stdio.h>
#include <stdlib.h>

void add_sample(struct sample *sample, int value) {
  if (sample->count == sample->capacity) {
    sample->capacity = sample->capacity ? 2 * sample->capacity : 65536;
    sample->values = realloc(sample->values, sample->capacity * sizeof(int));
  }
  sample->values[sample->count++] = value;
}

static int ascending(const void *left, const void *right) {
  int a = *(const int *)left, b = *(const int *)right;
  return (a > b) - (a < b);
}

void print_sample(const char *name, struct sample *sample) {
  static const struct { const char *name; double rank; } ranks[] = {
      {"min", 0}, {"p50", 0.5}, {"p90", 0.9}, {"p99", 0.99}, {"p999", 0.999}, {"max", 1}};
  if (sample->count) qsort(sample->values, sample->count, sizeof(int), ascending);
  printf("\"%s\":{", name);
  for (int i = 0; i < 6; i++) {
    size_t rank = sample->count ? (size_t)(ranks[i].rank * (double)(sample->count - 1)) : 0;
    printf("%s\"%s\":%d", i ? "," : "", ranks[i].name, sample->count ? sample->values[rank] : 0);
  }
  printf("}");
}
