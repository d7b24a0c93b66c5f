#include "CGnuTLS.h"

#include <gnutls/crypto.h>
#include <stdlib.h>

void cgnutls_sha256(const void *bytes, size_t count, unsigned char *digest) {
  if (gnutls_hash_fast(GNUTLS_DIG_SHA256, bytes, count, digest) != 0) abort();
}

void cgnutls_hmac_sha256(const void *key, size_t key_count, const void *bytes, size_t count, unsigned char *digest) {
  if (gnutls_hmac_fast(GNUTLS_MAC_SHA256, key, key_count, bytes, count, digest) != 0) abort();
}
