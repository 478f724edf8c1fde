-- An erased agent keeps a row, to which orders and counts refer. The agent's id replaces the mobile number.
alter table agents add column erased_on timestamptz;
alter table agents drop constraint agents_mobile_check;
alter table agents add constraint agents_mobile_check
  check (mobile ~ '^[0-9]{10}$' or (erased_on is not null and mobile = id::text));

-- The digest with which a row was sealed. Set only if personal data was erased from the row later.
alter table audit_events add column sealed_digest bytea;
alter table audit_archive add column sealed_digest bytea;

-- Allows the changes of the sealer, of the retention and of the erasure of an agent. Refuses all other changes.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('ekyc.audit_retention', true) = 'on' then
    return old;
  end if;
  if tg_op = 'UPDATE' and tg_table_name = 'audit_events' then
    if old.position is null and new.position is not null
      and to_jsonb(new) - array['position', 'seal'] = to_jsonb(old) - array['position', 'seal'] then
      return new;
    end if;
  end if;
  if tg_op = 'UPDATE' and tg_table_name in ('audit_events', 'audit_archive')
    and current_setting('ekyc.agent_erasure', true) = 'on' then
    if to_jsonb(new) - array['actor', 'subject', 'mac', 'sealed_digest']
      = to_jsonb(old) - array['actor', 'subject', 'mac', 'sealed_digest'] then
      return new;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name;
end
$$;
