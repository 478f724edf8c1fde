#!/bin/sh
# Creates the database and its roles (roles.sql) where they are missing, and sets the roles' current passwords.
set -eu
export PGHOST="${PGHOST:-database}" PGUSER=postgres PGDATABASE=postgres
PGPASSWORD=$(cat /run/secrets/postgres-password)
export PGPASSWORD

tries=60
until pg_isready --quiet || [ "$((tries -= 1))" = 0 ]; do sleep 1; done
psql --quiet --set ON_ERROR_STOP=1 <<'SQL'
select 'create database ekyc' where not exists (select from pg_database where datname = 'ekyc') \gexec
SQL
psql --quiet --set ON_ERROR_STOP=1 --dbname=ekyc --file=/deploy/roles.sql
for role in owner server admin auditor console; do
  url=$(cat "/run/secrets/database-url-$role")
  password=${url#*://*:}
  # psql reads the password from standard input: every process can see a command's arguments.
  psql --quiet --set ON_ERROR_STOP=1 <<SQL
alter role ekyc_$role login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${password%%@*}';
SQL
done
