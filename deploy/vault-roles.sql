-- Creates the roles of the vault, which has a separate database. Running this file again is harmless. A role that may
-- create roles runs:
--
--   psql --dbname=vault --file=deploy/vault-roles.sql
--   psql --dbname=vault --command='\password ekyc_vault_owner'      and the same for the other role
--
-- `npm run admin -- migrate`, as ekyc_vault_owner (VAULT_DATABASE_URL), makes the tables and grants ekyc_vault rights.
--
--   ekyc_vault_owner  owns the tables; no server has its password
--   ekyc_vault        the servers only; the command line and the console cannot open results
do $$
declare
  role text;
begin
  foreach role in array array['ekyc_vault_owner', 'ekyc_vault'] loop
    if not exists (select from pg_roles where rolname = role) then
      execute format('create role %I login', role);
    end if;
  end loop;
  execute format('revoke all on database %I from public', current_database());
  execute format('grant connect on database %I to ekyc_vault_owner, ekyc_vault', current_database());
  revoke all on schema public from public;
  grant usage, create on schema public to ekyc_vault_owner;
  grant usage on schema public to ekyc_vault;
end
$$;
