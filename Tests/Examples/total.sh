#!/bin/sh
# Sets a total, adds to it, and says what it shows when it has come to rest.
set -eu
service=http://localhost:8080
# Where the service has write keys, one of them; without any, whoever is on its machine may do it.
key="X-API-Key: ${KINETYPE_WRITE_KEYS-}"

curl -X PUT "$service/v1/labels/donations" -H "$key" -d '{"to":"$9,100.00 raised","duration":"500ms"}'
for gift in 25 100 12.50; do
  # The key makes it safe to send a gift again when an answer was lost.
  curl -X POST "$service/v1/labels/donations/add" -H "$key" -H "Idempotency-Key: gift-$$-$gift" \
    -d "{\"by\":\"$gift\"}"
done

sleep 2
curl "$service/v1/labels/donations?as=text"
