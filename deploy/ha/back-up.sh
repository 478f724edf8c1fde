#!/bin/sh
# Makes a back-up if this machine has the primary, and nothing otherwise: a timer on each machine calls it.
#   back-up.sh full|diff|incr
set -eu
[ "$(psql -Atc 'select pg_is_in_recovery()')" = f ] || { echo 'this machine has the standby: nothing to do'; exit 0; }
# An existing stanza stays as it is. `check` fails if PostgreSQL's WAL does not reach the archive.
pgbackrest stanza-create
pgbackrest check
exec pgbackrest --type="${1:-incr}" --log-level-console=info backup
