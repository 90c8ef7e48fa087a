#!/usr/bin/env bash
# Keeps the last seven dumps of the database. The GPU machine is not involved.
set -euo pipefail

target="/backup/docqa-$(date +%F).dump"
pg_dump --format=custom --file="$target" "$DOCQA_DATABASE_URL"
ls -1t /backup/docqa-*.dump | tail -n +8 | xargs -r rm --
