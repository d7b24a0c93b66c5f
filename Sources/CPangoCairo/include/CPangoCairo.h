#ifndef CPANGOCAIRO_H
#define CPANGOCAIRO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What pictures need of Pango and Cairo, which are loaded when the first painter is created.

/// Draws texts into one picture after the other. One thread at a time may use it.
typedef struct cpangocairo_painter cpangocairo_painter;

/// Where and how a text is drawn.
typedef struct {
  /// Where its line begins: the left end, on the line that letters stand on.
  double x, y;
  /// From 0, invisible, to 1.
  double opacity;
  /// Its size and its turn clockwise, in radians, about a point.
  double scale, rotation, origin_x, origin_y;
  /// The rows between which it shows, and how many of them it takes to appear there; no bounds where both are equal.
  double top, bottom, soft;
} cpangocairo_place;

/// Creates a painter with fonts of its own; NULL where the machine has no libraries, no font or no memory.
cpangocairo_painter *cpangocairo_create(void);

void cpangocairo_free(cpangocairo_painter *painter);

/// A hash of what decides how texts look: the libraries, the files by which they choose among the machine's fonts, and of
/// each font its size and its beginning, where the sums of all its tables stand. 0 where there are no libraries.
uint64_t cpangocairo_fingerprint(void);

/// Chooses the font of all texts from now on: families with commas between them, pixels, and a weight from 100 to 1000.
void cpangocairo_set_font(cpangocairo_painter *painter, const char *families, double size, int weight);

/// The width of a line of UTF-8 without control characters, in pixels.
double cpangocairo_measure(cpangocairo_painter *painter, const char *text, size_t count);

/// Begins an empty picture; false where there is no memory for it. It has colors where its texts have one: red, green and
/// blue from 0 to 1. Else it only knows how much is covered.
bool cpangocairo_begin(cpangocairo_painter *painter, int width, int height, const double *color);

/// Makes the picture empty again.
void cpangocairo_clear(cpangocairo_painter *painter);

/// Draws a line of UTF-8 without control characters into the picture.
void cpangocairo_draw(cpangocairo_painter *painter, const char *text, size_t count, const cpangocairo_place *place);

/// Writes how much of each pixel of a picture without colors is covered, row by row: from 0, not at all, to 15.
void cpangocairo_read_shades(cpangocairo_painter *painter, uint8_t *shades);

/// Writes each pixel of a picture with colors, row by row, from the highest byte: its opacity, and red, green and blue
/// times that.
void cpangocairo_read_colors(cpangocairo_painter *painter, uint32_t *pixels);

#endif
