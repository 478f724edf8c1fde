-- Creates the roles of the server's database. Running this file again is harmless. A role that may create roles runs:
--
--   psql --dbname=ekyc --file=deploy/roles.sql
--   psql --dbname=ekyc --command='\password ekyc_owner'      and the same for each other role
--
-- `npm run admin -- migrate`, as ekyc_owner, grants each role its rights on the tables.
--
--   ekyc_owner    owns the tables and migrates them; nobody else has DDL
--   ekyc_server   the server (MIGRATE=off)
--   ekyc_admin    the command line
--   ekyc_auditor  the commands `audit verify` and `audit export` of the command line
--   ekyc_console  the bank's console
do $$
declare
  role text;
  made record;
begin
  foreach role in array array['ekyc_owner', 'ekyc_server', 'ekyc_admin', 'ekyc_auditor', 'ekyc_console'] loop
    if not exists (select from pg_roles where rolname = role) then
      execute format('create role %I login', role);
    end if;
  end loop;

  execute format('revoke all on database %I from public', current_database());
  execute format(
    'grant connect on database %I to ekyc_owner, ekyc_server, ekyc_admin, ekyc_auditor, ekyc_console',
    current_database());
  revoke all on schema public from public;
  grant usage, create on schema public to ekyc_owner;
  grant usage on schema public to ekyc_server, ekyc_admin, ekyc_auditor, ekyc_console;

  -- Tables that an earlier set-up made under another role get the owner ekyc_owner. The loop skips all other tables,
  -- since a change of the owner locks the table, and calls may be running.
  for made in
    select relname from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relowner <> 'ekyc_owner'::regrole
  loop
    execute format('alter table public.%I owner to ekyc_owner', made.relname);
  end loop;
  for made in select oid::regprocedure as name from pg_proc where pronamespace = 'public'::regnamespace
    and proname in ('refuse_audit_change', 'partitions_of', 'grant_alike', 'add_months', 'drop_months')
  loop
    execute format('alter function %s owner to ekyc_owner', made.name);
  end loop;
end
$$;
