#pragma once

#include <stddef.h>

// Numbers of which percentiles are wanted.
struct sample { int *values; size_t count, capacity; };

void add_sample(struct sample *sample, int value);

// Prints a member of a JSON object.
void print_sample(const char *name, struct sample *sample);
