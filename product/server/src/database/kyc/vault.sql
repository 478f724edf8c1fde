-- The tables of the vault, which has its own database (decision 0122). `admin migrate` and a start with MIGRATE=on run
-- this file.
-- A data key, new each hour, encrypts the bodies of results. SEALING_KEY in the hardware module encrypts data keys.
do $$
begin
  create table if not exists vault_keys (
    id uuid primary key,
    sealed bytea not null,
    made_on timestamptz not null
  );
  create table if not exists vault_results (
    id uuid primary key,
    order_id uuid not null,
    key_id uuid not null references vault_keys,
    body bytea not null,
    kept_on timestamptz not null,
    expires_on timestamptz not null
  );
  create index if not exists vault_results_kept on vault_results (kept_on);
  create index if not exists vault_results_key on vault_results (key_id);
  if exists (select from pg_roles where rolname = 'ekyc_vault') and not pg_has_role(current_user, 'ekyc_vault', 'usage') then
    grant select, insert, delete on vault_keys, vault_results to ekyc_vault;
  end if;
end
$$;
