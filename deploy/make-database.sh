#!/bin/sh
# Makes the servers' role, which is no superuser, and its database; what is there already gets the password of today.
set -eu
export PGHOST=database PGUSER=postgres PGDATABASE=postgres
PGPASSWORD=$(cat /run/secrets/postgres-password)
export PGPASSWORD

tries=60
until pg_isready --quiet || [ "$((tries -= 1))" = 0 ]; do sleep 1; done
psql --quiet --set ON_ERROR_STOP=1 <<'SQL'
\set password `cat /run/secrets/database-password`
select 'create role ekyc' where not exists (select from pg_roles where rolname = 'ekyc') \gexec
alter role ekyc login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password :'password';
select 'create database ekyc owner ekyc' where not exists (select from pg_database where datname = 'ekyc') \gexec
SQL
