#ifndef LIBRARIES_H
#define LIBRARIES_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>

// The functions of Pango, Cairo, GLib and Fontconfig that draw and choose fonts, by their own names, and without their
// headers.
//
// They are looked up when the first picture is drawn: sixty libraries take a third of the time and memory of a start,
// and few services draw. A machine without them builds the same service.

typedef struct PangoFontMap PangoFontMap;
typedef struct PangoContext PangoContext;
typedef struct PangoFont PangoFont;
typedef struct PangoFontDescription PangoFontDescription;
typedef struct PangoLayout PangoLayout;
typedef struct PangoLayoutLine PangoLayoutLine;
typedef struct PangoAttrList PangoAttrList;
typedef struct PangoAttribute PangoAttribute;
typedef struct FcPattern FcPattern;
typedef struct FcStrList FcStrList;
typedef struct {
  int count, capacity;
  FcPattern **fonts;
} FcFontSet;
typedef struct cairo_t cairo_t;
typedef struct cairo_surface_t cairo_surface_t;
typedef struct cairo_pattern_t cairo_pattern_t;
typedef struct cairo_font_options_t cairo_font_options_t;

// Enumerations are `int` here. Their values belong to the libraries' binary interface, as the signatures do.
enum { PANGO_SCALE = 1024 };
enum { FC_RESULT_MATCH = 0, FC_SET_SYSTEM = 0 };
enum { CAIRO_STATUS_SUCCESS = 0 };
enum { CAIRO_FORMAT_ARGB32 = 0, CAIRO_FORMAT_A8 = 2 };
enum { CAIRO_ANTIALIAS_GRAY = 2 };
enum { CAIRO_HINT_STYLE_NONE = 1 };
enum { CAIRO_HINT_METRICS_OFF = 1 };
enum { CAIRO_OPERATOR_CLEAR = 0, CAIRO_OPERATOR_OVER = 2 };

// X(result, name, parameters...) for each.
#define PANGO_FUNCTIONS(X) \
  X(PangoFontMap *, pango_cairo_font_map_new, void) \
  X(void, pango_cairo_font_map_set_resolution, PangoFontMap *fonts, double dotsPerInch) \
  X(PangoContext *, pango_font_map_create_context, PangoFontMap *fonts) \
  X(PangoFont *, pango_font_map_load_font, PangoFontMap *fonts, PangoContext *context, \
    const PangoFontDescription *font) \
  X(void, pango_cairo_context_set_font_options, PangoContext *context, const cairo_font_options_t *options) \
  X(void, pango_context_set_round_glyph_positions, PangoContext *context, int isRound) \
  X(PangoFontDescription *, pango_font_description_new, void) \
  X(PangoFontDescription *, pango_font_description_from_string, const char *text) \
  X(void, pango_font_description_set_family, PangoFontDescription *font, const char *families) \
  X(void, pango_font_description_set_weight, PangoFontDescription *font, int weight) \
  X(void, pango_font_description_set_absolute_size, PangoFontDescription *font, double size) \
  X(void, pango_font_description_free, PangoFontDescription *font) \
  X(PangoLayout *, pango_layout_new, PangoContext *context) \
  X(void, pango_layout_set_single_paragraph_mode, PangoLayout *layout, int isSingle) \
  X(void, pango_layout_set_attributes, PangoLayout *layout, PangoAttrList *attributes) \
  X(void, pango_layout_set_font_description, PangoLayout *layout, const PangoFontDescription *font) \
  X(void, pango_layout_set_text, PangoLayout *layout, const char *text, int count) \
  X(void, pango_layout_get_size, PangoLayout *layout, int *width, int *height) \
  X(PangoLayoutLine *, pango_layout_get_line_readonly, PangoLayout *layout, int line) \
  X(void, pango_cairo_show_layout_line, cairo_t *cairo, PangoLayoutLine *line) \
  X(PangoAttrList *, pango_attr_list_new, void) \
  X(PangoAttribute *, pango_attr_font_features_new, const char *features) \
  X(void, pango_attr_list_insert, PangoAttrList *list, PangoAttribute *attribute) \
  X(void, pango_attr_list_unref, PangoAttrList *list) \
  X(cairo_font_options_t *, cairo_font_options_create, void) \
  X(void, cairo_font_options_set_antialias, cairo_font_options_t *options, int antialias) \
  X(void, cairo_font_options_set_hint_style, cairo_font_options_t *options, int style) \
  X(void, cairo_font_options_set_hint_metrics, cairo_font_options_t *options, int metrics) \
  X(void, cairo_font_options_destroy, cairo_font_options_t *options) \
  X(cairo_surface_t *, cairo_image_surface_create, int format, int width, int height) \
  X(unsigned char *, cairo_image_surface_get_data, cairo_surface_t *surface) \
  X(int, cairo_image_surface_get_stride, cairo_surface_t *surface) \
  X(int, cairo_image_surface_get_width, cairo_surface_t *surface) \
  X(int, cairo_image_surface_get_height, cairo_surface_t *surface) \
  X(void, cairo_surface_flush, cairo_surface_t *surface) \
  X(void, cairo_surface_destroy, cairo_surface_t *surface) \
  X(cairo_t *, cairo_create, cairo_surface_t *surface) \
  X(int, cairo_status, cairo_t *cairo) \
  X(void, cairo_destroy, cairo_t *cairo) \
  X(void, cairo_save, cairo_t *cairo) \
  X(void, cairo_restore, cairo_t *cairo) \
  X(void, cairo_set_operator, cairo_t *cairo, int operation) \
  X(void, cairo_set_source, cairo_t *cairo, cairo_pattern_t *pattern) \
  X(void, cairo_set_source_rgb, cairo_t *cairo, double red, double green, double blue) \
  X(void, cairo_paint, cairo_t *cairo) \
  X(void, cairo_mask, cairo_t *cairo, cairo_pattern_t *pattern) \
  X(void, cairo_push_group, cairo_t *cairo) \
  X(void, cairo_pop_group_to_source, cairo_t *cairo) \
  X(void, cairo_rectangle, cairo_t *cairo, double x, double y, double width, double height) \
  X(void, cairo_clip, cairo_t *cairo) \
  X(void, cairo_identity_matrix, cairo_t *cairo) \
  X(void, cairo_move_to, cairo_t *cairo, double x, double y) \
  X(void, cairo_translate, cairo_t *cairo, double x, double y) \
  X(void, cairo_rotate, cairo_t *cairo, double radians) \
  X(void, cairo_scale, cairo_t *cairo, double x, double y) \
  X(cairo_pattern_t *, cairo_pattern_create_rgba, double red, double green, double blue, double opacity) \
  X(cairo_pattern_t *, cairo_pattern_create_linear, double x0, double y0, double x1, double y1) \
  X(void, cairo_pattern_add_color_stop_rgba, cairo_pattern_t *pattern, double at, double red, double green, \
    double blue, double opacity) \
  X(void, cairo_pattern_destroy, cairo_pattern_t *pattern) \
  X(void, g_object_unref, void *object) \
  X(const char *, pango_version_string, void) \
  X(const char *, cairo_version_string, void) \
  X(FcFontSet *, FcConfigGetFonts, void *current, int set) \
  X(int, FcPatternGetString, const FcPattern *font, const char *property, int index, unsigned char **string) \
  X(FcStrList *, FcConfigGetConfigFiles, void *current) \
  X(unsigned char *, FcStrListNext, FcStrList *list) \
  X(void, FcStrListDone, FcStrList *list) \
  X(void, g_log_set_default_handler, void (*handler)(const char *, int, const char *, void *), void *data)

#define DECLARE(result, name, ...) static result (*name)(__VA_ARGS__);
PANGO_FUNCTIONS(DECLARE)
#undef DECLARE

// Whether all of them are there.
static bool load_libraries(void) {
  // It brings the others, and a look-up goes through all of them.
  void *library = dlopen("libpangocairo-1.0.so.0", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return false;
#define LOOK_UP(result, name, ...) \
  if ((name = (result (*)(__VA_ARGS__))dlsym(library, #name)) == NULL) return false;
  PANGO_FUNCTIONS(LOOK_UP)
#undef LOOK_UP
  return true;
}

#endif
