#!/bin/sh
# Makes the secrets of the database machines, and those of deploy/make-secrets.sh with the database proxy's address. All
# machines of both sites have the same secrets: run this script once, then copy deploy/secrets.
set -eu
cd "$(dirname "$0")/.."
mkdir -p secrets
for name in replicator-password rewinder-password archive-passphrase; do
  [ -s "secrets/$name" ] || (umask 077 && openssl rand -hex 24 | tr -d '\n' >"secrets/$name")
done
DATABASE_AT=127.0.0.1:6432 DATABASE_TAIL='?sslmode=verify-full&sslrootcert=/tls/authority.pem' exec sh make-secrets.sh
