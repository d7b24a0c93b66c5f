#ifndef CWEBASSETS_H
#define CWEBASSETS_H

#include <stddef.h>
#include <stdint.h>

// The files that the service gives to browsers, as constants of the binary. Swift reads them byte by byte, once each,
// and so needs no pointer.

/// One of the embedded files.
typedef enum __attribute__((enum_extensibility(closed))) {
  CWebAssetChangelogMD,
  CWebAssetDocsCSS,
  CWebAssetDocsHTML,
  CWebAssetDocsHTTPJS,
  CWebAssetDocsLiveJS,
  CWebAssetDocsSearchJS,
  CWebAssetDocsJS,
  CWebAssetDocsPages,
  CWebAssetHeroJS,
  CWebAssetIndexHTML,
  CWebAssetKinetypeDTS,
  CWebAssetKinetypeAskJS,
  CWebAssetKinetypeCaretJS,
  CWebAssetKinetypeColumnsJS,
  CWebAssetKinetypeComputeJS,
  CWebAssetKinetypeControlJS,
  CWebAssetKinetypeCurvesJS,
  CWebAssetKinetypeDrawJS,
  CWebAssetKinetypeFollowJS,
  CWebAssetKinetypeGlideJS,
  CWebAssetKinetypeJS,
  CWebAssetKinetypeLabelsJS,
  CWebAssetKinetypeMinJS,
  CWebAssetKinetypeReactDTS,
  CWebAssetKinetypeMeasureJS,
  CWebAssetKinetypeNumbersJS,
  CWebAssetKinetypePlayJS,
  CWebAssetKinetypeStreamJS,
  CWebAssetKinetypeSvelteDTS,
  CWebAssetKinetypeVueDTS,
  CWebAssetLabelCSS,
  CWebAssetLabelHTML,
  CWebAssetLabelJS,
  CWebAssetLiveLabelCSS,
  CWebAssetLiveLabelJS,
  CWebAssetLiveHTML,
  CWebAssetLiveJS,
  CWebAssetOpenAPIJSON,
  CWebAssetPlaygroundCSS,
  CWebAssetPlaygroundJS,
  CWebAssetPlaygroundCurvesJS,
  CWebAssetPlaygroundFieldsJS,
  CWebAssetPlaygroundPickerJS,
  CWebAssetPlaygroundPlayerJS,
  CWebAssetPlaygroundPresetsJS,
  CWebAssetPlaygroundTimelineJS,
  CWebAssetPlaygroundSnippetsJS,
  CWebAssetSansLicenseTXT,
  CWebAssetSansWOFF2,
  CWebAssetSiteCSS,
  CWebAssetSiteJS,
} CWebAsset;

/// The number of bytes of a file.
size_t cwebassets_size(CWebAsset asset);

/// The byte at a place below the file's size.
uint8_t cwebassets_byte(CWebAsset asset, size_t place);

#endif
