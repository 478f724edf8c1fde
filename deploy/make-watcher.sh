#!/bin/sh
# Creates the role of postgres_exporter if it is missing, and sets the role's password. The role reads only statistics.
set -eu
export PGHOST="${PGHOST:-database}" PGUSER="${PGUSER:-postgres}" PGDATABASE=postgres
secrets=${SECRETS:-/run/secrets}
PGPASSWORD=$(cat "$secrets/postgres-password")
export PGPASSWORD
export PGOPTIONS="--client-min-messages=warning"
# psql reads the password from standard input: every process can see a command's arguments.
psql --quiet --set ON_ERROR_STOP=1 <<SQL
select 'create role ekyc_watcher' where not exists (select from pg_roles where rolname = 'ekyc_watcher') \gexec
alter role ekyc_watcher login nosuperuser nocreatedb nocreaterole noreplication nobypassrls connection limit 5
  password '$(cat "$secrets/watcher-password")';
grant pg_read_all_stats to ekyc_watcher;
SQL
