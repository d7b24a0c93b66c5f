#ifndef CGNUTLS_H
#define CGNUTLS_H

#include <gnutls/abstract.h>
#include <gnutls/gnutls.h>
#include <stddef.h>

/// gnutls_hash_fast: 32 bytes of SHA-256.
///
/// It cannot fail: the algorithm is always there, and there is memory for it or the process is about to end anyway.
void cgnutls_sha256(const void *bytes, size_t count, unsigned char *digest);

/// gnutls_hmac_fast: 32 bytes of HMAC-SHA256, which cannot fail either.
void cgnutls_hmac_sha256(const void *key, size_t key_count, const void *bytes, size_t count, unsigned char *digest);

#endif
