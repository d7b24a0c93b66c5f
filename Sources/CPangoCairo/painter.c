#include "CPangoCairo.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "libraries.h"

struct cpangocairo_painter {
  PangoFontMap *fonts;
  PangoContext *context;
  PangoLayout *layout;
  cairo_surface_t *surface;
  cairo_t *cairo;
  bool has_colors;
  // Red, green and blue of texts, where it has.
  double color[3];
};

// What Pango says of odd texts would stand between the lines of the log.
static void say_nothing(const char *domain, int level, const char *message, void *data) {
  (void)domain, (void)level, (void)message, (void)data;
}

static pthread_once_t loading = PTHREAD_ONCE_INIT;
static bool is_loaded;

static void load(void) {
  is_loaded = load_libraries();
  if (is_loaded) g_log_set_default_handler(say_nothing, NULL);
}

cpangocairo_painter *cpangocairo_create(void) {
  pthread_once(&loading, load);
  if (!is_loaded) return NULL;
  cpangocairo_painter *painter = calloc(1, sizeof(cpangocairo_painter));
  if (painter == NULL) return NULL;
  painter->fonts = pango_cairo_font_map_new();
  pango_cairo_font_map_set_resolution(painter->fonts, 72);
  painter->context = pango_font_map_create_context(painter->fonts);
  cairo_font_options_t *options = cairo_font_options_create();
  // Glyphs that are not fitted to whole pixels keep their shape wherever a motion puts them.
  cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  pango_cairo_context_set_font_options(painter->context, options);
  cairo_font_options_destroy(options);
  pango_context_set_round_glyph_positions(painter->context, false);
  PangoFontDescription *any = pango_font_description_from_string("Monospace 12");
  PangoFont *font = pango_font_map_load_font(painter->fonts, painter->context, any);
  pango_font_description_free(any);
  if (font == NULL) {
    cpangocairo_free(painter);
    return NULL;
  }
  g_object_unref(font);
  painter->layout = pango_layout_new(painter->context);
  pango_layout_set_single_paragraph_mode(painter->layout, true);
  // Numbers that count stand still where digits are as wide as each other.
  PangoAttrList *attributes = pango_attr_list_new();
  pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum=1"));
  pango_layout_set_attributes(painter->layout, attributes);
  pango_attr_list_unref(attributes);
  return painter;
}

void cpangocairo_free(cpangocairo_painter *painter) {
  if (painter->cairo != NULL) cairo_destroy(painter->cairo);
  if (painter->surface != NULL) cairo_surface_destroy(painter->surface);
  if (painter->layout != NULL) g_object_unref(painter->layout);
  g_object_unref(painter->context);
  g_object_unref(painter->fonts);
  free(painter);
}

// FNV-1a.
static uint64_t hash(uint64_t hash, const void *bytes, size_t count) {
  const uint8_t *next = bytes;
  while (count-- > 0) hash = (hash ^ *next++) * 0x100000001B3;
  return hash;
}

// The size of a file and its beginning. One that cannot be read has neither.
static uint64_t hash_file(uint64_t sum, const char *path, size_t most) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return hash(sum, "", 1);
  struct stat status = {0};
  if (fstat(file, &status) == 0) sum = hash(sum, &status.st_size, sizeof(status.st_size));
  char bytes[4096];
  ssize_t count;
  while (most > 0 && (count = read(file, bytes, most < sizeof(bytes) ? most : sizeof(bytes))) > 0) {
    sum = hash(sum, bytes, (size_t)count);
    most -= (size_t)count;
  }
  close(file);
  return sum;
}

uint64_t cpangocairo_fingerprint(void) {
  pthread_once(&loading, load);
  if (!is_loaded) return 0;
  uint64_t sum = 0xCBF29CE484222325;
  const char *versions[] = {pango_version_string(), cairo_version_string()};
  for (int i = 0; i < 2; i++) sum = hash(sum, versions[i], strlen(versions[i]) + 1);
  // In their order, since of two fonts that suit as well the first is taken.
  FcFontSet *set = FcConfigGetFonts(NULL, FC_SET_SYSTEM);
  const char *last = "";
  for (int i = 0; set != NULL && i < set->count; i++) {
    unsigned char *path;
    if (FcPatternGetString(set->fonts[i], "file", 0, &path) != FC_RESULT_MATCH) continue;
    // A file may have several.
    if (strcmp(last, (const char *)path) != 0) sum = hash_file(sum, (const char *)path, 4096);
    last = (const char *)path;
  }
  FcStrList *rules = FcConfigGetConfigFiles(NULL);
  if (rules == NULL) return sum;
  for (unsigned char *path; (path = FcStrListNext(rules)) != NULL;)
    sum = hash_file(sum, (const char *)path, 1 << 20);
  FcStrListDone(rules);
  return sum;
}

void cpangocairo_set_font(cpangocairo_painter *painter, const char *families, double size, int weight) {
  PangoFontDescription *font = pango_font_description_new();
  pango_font_description_set_family(font, families);
  pango_font_description_set_weight(font, weight);
  pango_font_description_set_absolute_size(font, size * PANGO_SCALE);
  pango_layout_set_font_description(painter->layout, font);
  pango_font_description_free(font);
}

double cpangocairo_measure(cpangocairo_painter *painter, const char *text, size_t count) {
  pango_layout_set_text(painter->layout, text, (int)count);
  int width, height;
  pango_layout_get_size(painter->layout, &width, &height);
  return (double)width / PANGO_SCALE;
}

bool cpangocairo_begin(cpangocairo_painter *painter, int width, int height, const double *color) {
  if (painter->cairo != NULL) cairo_destroy(painter->cairo);
  if (painter->surface != NULL) cairo_surface_destroy(painter->surface);
  painter->surface = cairo_image_surface_create(color == NULL ? CAIRO_FORMAT_A8 : CAIRO_FORMAT_ARGB32, width, height);
  painter->cairo = cairo_create(painter->surface);
  painter->has_colors = color != NULL;
  if (color != NULL) memcpy(painter->color, color, sizeof(painter->color));
  return cairo_status(painter->cairo) == CAIRO_STATUS_SUCCESS;
}

void cpangocairo_clear(cpangocairo_painter *painter) {
  cairo_set_operator(painter->cairo, CAIRO_OPERATOR_CLEAR);
  cairo_paint(painter->cairo);
  cairo_set_operator(painter->cairo, CAIRO_OPERATOR_OVER);
}

// How much of a text shows: all alike, or between two rows.
static cairo_pattern_t *veil(const cpangocairo_place *place, const double *color) {
  if (place->bottom <= place->top) return cairo_pattern_create_rgba(color[0], color[1], color[2], place->opacity);
  double height = place->bottom - place->top, share = place->soft / height;
  cairo_pattern_t *pattern = cairo_pattern_create_linear(0, place->top, 0, place->bottom);
  cairo_pattern_add_color_stop_rgba(pattern, 0, 0, 0, 0, 0);
  cairo_pattern_add_color_stop_rgba(pattern, share, 0, 0, 0, place->opacity);
  cairo_pattern_add_color_stop_rgba(pattern, 1 - share, 0, 0, 0, place->opacity);
  cairo_pattern_add_color_stop_rgba(pattern, 1, 0, 0, 0, 0);
  return pattern;
}

void cpangocairo_draw(cpangocairo_painter *painter, const char *text, size_t count, const cpangocairo_place *place) {
  cairo_t *cairo = painter->cairo;
  const double *color = painter->color;
  cairo_pattern_t *pattern = veil(place, color);
  cairo_save(cairo);
  cairo_set_source(cairo, pattern);
  if (place->scale != 1 || place->rotation != 0) {
    cairo_translate(cairo, place->origin_x, place->origin_y);
    cairo_rotate(cairo, place->rotation);
    cairo_scale(cairo, place->scale, place->scale);
    cairo_translate(cairo, -place->origin_x, -place->origin_y);
  }
  pango_layout_set_text(painter->layout, text, (int)count);
  // A font's own colors are opaque whatever the source. So the text is drawn by itself, and shows through the veil.
  bool is_veiled = painter->has_colors && (place->opacity < 1 || place->bottom > place->top);
  if (is_veiled) {
    int width, height;
    pango_layout_get_size(painter->layout, &width, &height);
    double line = (double)height / PANGO_SCALE;
    cairo_rectangle(cairo, place->x - line, place->y - line, (double)width / PANGO_SCALE + 2 * line, 2 * line);
    cairo_clip(cairo);
    cairo_push_group(cairo);
    cairo_set_source_rgb(cairo, color[0], color[1], color[2]);
  }
  cairo_move_to(cairo, place->x, place->y);
  pango_cairo_show_layout_line(cairo, pango_layout_get_line_readonly(painter->layout, 0));
  if (is_veiled) {
    cairo_pop_group_to_source(cairo);
    cairo_identity_matrix(cairo);
    cairo_mask(cairo, pattern);
  }
  cairo_pattern_destroy(pattern);
  cairo_restore(cairo);
}

void cpangocairo_read_shades(cpangocairo_painter *painter, uint8_t *shades) {
  cairo_surface_flush(painter->surface);
  const uint8_t *row = cairo_image_surface_get_data(painter->surface);
  int stride = cairo_image_surface_get_stride(painter->surface);
  int width = cairo_image_surface_get_width(painter->surface);
  int height = cairo_image_surface_get_height(painter->surface);
  for (int y = 0; y < height; y++, row += stride, shades += width)
    for (int x = 0; x < width; x++) shades[x] = (uint8_t)((row[x] + 8) / 17);
}

void cpangocairo_read_colors(cpangocairo_painter *painter, uint32_t *pixels) {
  cairo_surface_flush(painter->surface);
  const uint8_t *row = cairo_image_surface_get_data(painter->surface);
  int height = cairo_image_surface_get_height(painter->surface);
  // Rows of such pixels have nothing between them.
  memcpy(pixels, row, (size_t)cairo_image_surface_get_stride(painter->surface) * height);
}
