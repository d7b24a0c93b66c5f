#include "CWebAssets.h"

// Embedding a file is C23 (N3017); clang has it in every mode, and only says so.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const uint8_t changelog_md[] = {
#embed "../../Config/changelog.md"
};
static const uint8_t docs_html[] = {
#embed "files/docs.html"
};
// Every page of the documentation, one behind the other: their order is that of the navigation.
static const uint8_t docs_pages[] = {
#embed "files/docs/index.html"
  ,
#embed "files/docs/number.html"
  ,
#embed "files/docs/totals.html"
  ,
#embed "files/docs/terminal.html"
  ,
#embed "files/docs/formats.html"
  ,
#embed "files/docs/curves.html"
  ,
#embed "files/docs/effects.html"
  ,
#embed "files/docs/pictures.html"
  ,
#embed "files/docs/streams.html"
  ,
#embed "files/docs/element.html"
  ,
#embed "files/docs/run.html"
  ,
#embed "files/docs/nodes.html"
  ,
#embed "files/docs/parameters.html"
  ,
#embed "files/docs/http.html"
  ,
#embed "files/docs/problems.html"
  ,
#embed "files/docs/speed.html"
  ,
#embed "files/docs/comparison.html"
  ,
#embed "files/docs/changelog.html"
};
static const uint8_t docs_css[] = {
#embed "files/docs.css"
};
static const uint8_t docs_http_js[] = {
#embed "files/docs-http.js"
};
static const uint8_t docs_live_js[] = {
#embed "files/docs-live.js"
};
static const uint8_t docs_search_js[] = {
#embed "files/docs-search.js"
};
static const uint8_t docs_js[] = {
#embed "files/docs.js"
};
static const uint8_t hero_js[] = {
#embed "files/hero.js"
};
static const uint8_t index_html[] = {
#embed "files/index.html"
};
static const uint8_t kinetype_d_ts[] = {
#embed "files/kinetype.d.ts"
};
static const uint8_t kinetype_ask_js[] = {
#embed "files/kinetype-ask.js"
};
static const uint8_t kinetype_caret_js[] = {
#embed "files/kinetype-caret.js"
};
static const uint8_t kinetype_columns_js[] = {
#embed "files/kinetype-columns.js"
};
static const uint8_t kinetype_compute_js[] = {
#embed "files/kinetype-compute.js"
};
static const uint8_t kinetype_control_js[] = {
#embed "files/kinetype-control.js"
};
static const uint8_t kinetype_curves_js[] = {
#embed "files/kinetype-curves.js"
};
static const uint8_t kinetype_draw_js[] = {
#embed "files/kinetype-draw.js"
};
static const uint8_t kinetype_follow_js[] = {
#embed "files/kinetype-follow.js"
};
static const uint8_t kinetype_glide_js[] = {
#embed "files/kinetype-glide.js"
};
static const uint8_t kinetype_js[] = {
#embed "files/kinetype.js"
};
static const uint8_t kinetype_labels_js[] = {
#embed "files/kinetype-labels.js"
};
static const uint8_t kinetype_min_js[] = {
#embed "files/kinetype.min.js"
};
static const uint8_t kinetype_react_d_ts[] = {
#embed "files/kinetype-react.d.ts"
};
static const uint8_t kinetype_measure_js[] = {
#embed "files/kinetype-measure.js"
};
static const uint8_t kinetype_numbers_js[] = {
#embed "files/kinetype-numbers.js"
};
static const uint8_t kinetype_play_js[] = {
#embed "files/kinetype-play.js"
};
static const uint8_t kinetype_stream_js[] = {
#embed "files/kinetype-stream.js"
};
static const uint8_t kinetype_svelte_d_ts[] = {
#embed "files/kinetype-svelte.d.ts"
};
static const uint8_t kinetype_vue_d_ts[] = {
#embed "files/kinetype-vue.d.ts"
};
static const uint8_t label_css[] = {
#embed "files/label.css"
};
static const uint8_t label_html[] = {
#embed "files/label.html"
};
static const uint8_t label_js[] = {
#embed "files/label.js"
};
static const uint8_t live_label_css[] = {
#embed "files/live-label.css"
};
static const uint8_t live_label_js[] = {
#embed "files/live-label.js"
};
static const uint8_t live_html[] = {
#embed "files/live.html"
};
static const uint8_t live_js[] = {
#embed "files/live.js"
};
static const uint8_t openapi_json[] = {
#embed "files/openapi.json"
};
static const uint8_t playground_css[] = {
#embed "files/playground.css"
};
static const uint8_t playground_js[] = {
#embed "files/playground.js"
};
static const uint8_t playground_curves_js[] = {
#embed "files/playground-curves.js"
};
static const uint8_t playground_fields_js[] = {
#embed "files/playground-fields.js"
};
static const uint8_t playground_picker_js[] = {
#embed "files/playground-picker.js"
};
static const uint8_t playground_player_js[] = {
#embed "files/playground-player.js"
};
static const uint8_t playground_presets_js[] = {
#embed "files/playground-presets.js"
};
static const uint8_t playground_timeline_js[] = {
#embed "files/playground-timeline.js"
};
static const uint8_t playground_snippets_js[] = {
#embed "files/playground-snippets.js"
};
static const uint8_t sans_license_txt[] = {
#embed "files/sans-license.txt"
};
static const uint8_t sans_woff2[] = {
#embed "files/sans.woff2"
};
static const uint8_t site_css[] = {
#embed "files/site.css"
};
static const uint8_t site_js[] = {
#embed "files/site.js"
};

#define FILE_BYTES(array) {array, sizeof(array)}

static const struct {
  const uint8_t *bytes;
  size_t size;
} files[] = {
  [CWebAssetChangelogMD] = FILE_BYTES(changelog_md),
  [CWebAssetDocsCSS] = FILE_BYTES(docs_css),
  [CWebAssetDocsHTML] = FILE_BYTES(docs_html),
  [CWebAssetDocsHTTPJS] = FILE_BYTES(docs_http_js),
  [CWebAssetDocsLiveJS] = FILE_BYTES(docs_live_js),
  [CWebAssetDocsSearchJS] = FILE_BYTES(docs_search_js),
  [CWebAssetDocsJS] = FILE_BYTES(docs_js),
  [CWebAssetDocsPages] = FILE_BYTES(docs_pages),
  [CWebAssetHeroJS] = FILE_BYTES(hero_js),
  [CWebAssetIndexHTML] = FILE_BYTES(index_html),
  [CWebAssetKinetypeDTS] = FILE_BYTES(kinetype_d_ts),
  [CWebAssetKinetypeAskJS] = FILE_BYTES(kinetype_ask_js),
  [CWebAssetKinetypeCaretJS] = FILE_BYTES(kinetype_caret_js),
  [CWebAssetKinetypeColumnsJS] = FILE_BYTES(kinetype_columns_js),
  [CWebAssetKinetypeComputeJS] = FILE_BYTES(kinetype_compute_js),
  [CWebAssetKinetypeControlJS] = FILE_BYTES(kinetype_control_js),
  [CWebAssetKinetypeCurvesJS] = FILE_BYTES(kinetype_curves_js),
  [CWebAssetKinetypeDrawJS] = FILE_BYTES(kinetype_draw_js),
  [CWebAssetKinetypeFollowJS] = FILE_BYTES(kinetype_follow_js),
  [CWebAssetKinetypeGlideJS] = FILE_BYTES(kinetype_glide_js),
  [CWebAssetKinetypeJS] = FILE_BYTES(kinetype_js),
  [CWebAssetKinetypeLabelsJS] = FILE_BYTES(kinetype_labels_js),
  [CWebAssetKinetypeMinJS] = FILE_BYTES(kinetype_min_js),
  [CWebAssetKinetypeReactDTS] = FILE_BYTES(kinetype_react_d_ts),
  [CWebAssetKinetypeMeasureJS] = FILE_BYTES(kinetype_measure_js),
  [CWebAssetKinetypeNumbersJS] = FILE_BYTES(kinetype_numbers_js),
  [CWebAssetKinetypePlayJS] = FILE_BYTES(kinetype_play_js),
  [CWebAssetKinetypeStreamJS] = FILE_BYTES(kinetype_stream_js),
  [CWebAssetKinetypeSvelteDTS] = FILE_BYTES(kinetype_svelte_d_ts),
  [CWebAssetKinetypeVueDTS] = FILE_BYTES(kinetype_vue_d_ts),
  [CWebAssetLabelCSS] = FILE_BYTES(label_css),
  [CWebAssetLabelHTML] = FILE_BYTES(label_html),
  [CWebAssetLabelJS] = FILE_BYTES(label_js),
  [CWebAssetLiveLabelCSS] = FILE_BYTES(live_label_css),
  [CWebAssetLiveLabelJS] = FILE_BYTES(live_label_js),
  [CWebAssetLiveHTML] = FILE_BYTES(live_html),
  [CWebAssetLiveJS] = FILE_BYTES(live_js),
  [CWebAssetOpenAPIJSON] = FILE_BYTES(openapi_json),
  [CWebAssetPlaygroundCSS] = FILE_BYTES(playground_css),
  [CWebAssetPlaygroundJS] = FILE_BYTES(playground_js),
  [CWebAssetPlaygroundCurvesJS] = FILE_BYTES(playground_curves_js),
  [CWebAssetPlaygroundFieldsJS] = FILE_BYTES(playground_fields_js),
  [CWebAssetPlaygroundPickerJS] = FILE_BYTES(playground_picker_js),
  [CWebAssetPlaygroundPlayerJS] = FILE_BYTES(playground_player_js),
  [CWebAssetPlaygroundPresetsJS] = FILE_BYTES(playground_presets_js),
  [CWebAssetPlaygroundTimelineJS] = FILE_BYTES(playground_timeline_js),
  [CWebAssetPlaygroundSnippetsJS] = FILE_BYTES(playground_snippets_js),
  [CWebAssetSansLicenseTXT] = FILE_BYTES(sans_license_txt),
  [CWebAssetSansWOFF2] = FILE_BYTES(sans_woff2),
  [CWebAssetSiteCSS] = FILE_BYTES(site_css),
  [CWebAssetSiteJS] = FILE_BYTES(site_js),
};

size_t cwebassets_size(CWebAsset asset) { return files[asset].size; }

uint8_t cwebassets_byte(CWebAsset asset, size_t place) { return files[asset].bytes[place]; }
