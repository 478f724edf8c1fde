-- The sealer gives each audit row a position and a seal after the commit, so that a row of a long transaction is sealed
-- late but not left out. A seal is a key id (4 bytes) and an HMAC over the previous seal and the row (32 bytes).
alter table audit_events
  add column position bigint,
  add column seal bytea,
  add constraint audit_events_sealed check ((position is null) = (seal is null));
create unique index audit_events_by_position on audit_events (position);
create index audit_events_unsealed on audit_events (happened_on, id) where position is null;

-- Old audit rows that are seldom read. The primary key begins with the time, so that the table can be partitioned.
create table audit_archive (
  id uuid not null,
  happened_on timestamptz not null,
  actor_kind text not null,
  agent_id uuid,
  actor text not null,
  action text not null,
  subject text not null,
  outcome text not null,
  request_id text,
  trace_id text,
  address text,
  position bigint not null,
  seal bytea not null,
  primary key (happened_on, id)
);
create index audit_archive_by_position on audit_archive (position);
create index audit_archive_of_agent on audit_archive (agent_id, happened_on);

-- The keyed digests of erased audit rows, which keep the chain complete and reveal nothing about the rows.
create table audit_erased (
  position bigint primary key,
  digest bytea not null,
  seal bytea not null
);

-- Each batch of the sealer ends with a signed head: the position and seal of the last row, and the time.
create table audit_heads (
  number bigint primary key,
  position bigint not null unique,
  seal bytea not null,
  marked_on timestamptz not null,
  signature bytea not null
);

-- A head up to which all rows are erased. The server has signed the head again as the new start of the chain.
create table audit_checkpoints (
  number bigint primary key,
  position bigint not null unique,
  seal bytea not null,
  marked_on timestamptz not null,
  signature bytea not null
);

-- The lock of this row lets one server at a time work on the chain.
create table audit_turn (only_one boolean primary key default true check (only_one));
insert into audit_turn default values;

-- Allows the sealer to fill in empty positions and seals, and the retention to delete rows. Refuses all other changes.
create function refuse_audit_change() returns trigger language plpgsql as $$
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
  raise exception '% is append-only', tg_table_name;
end
$$;

create trigger append_only before update or delete on audit_events
  for each row execute function refuse_audit_change();
create trigger append_only before update or delete on audit_archive
  for each row execute function refuse_audit_change();
create trigger append_only before update or delete on audit_erased
  for each row execute function refuse_audit_change();
create trigger append_only before update or delete on audit_heads
  for each row execute function refuse_audit_change();
create trigger append_only before update or delete on audit_checkpoints
  for each row execute function refuse_audit_change();

create trigger never_emptied before truncate on audit_events
  for each statement execute function refuse_audit_change();
create trigger never_emptied before truncate on audit_archive
  for each statement execute function refuse_audit_change();
create trigger never_emptied before truncate on audit_erased
  for each statement execute function refuse_audit_change();
create trigger never_emptied before truncate on audit_heads
  for each statement execute function refuse_audit_change();
create trigger never_emptied before truncate on audit_checkpoints
  for each statement execute function refuse_audit_change();

-- Refuses a new row that has a position, because only the sealer gives positions.
create trigger sealed_later before insert on audit_events
  for each row when (new.position is not null) execute function refuse_audit_change();

-- By these indexes, the retention finds audit rows that are kept for only a year, orders and daily counts.
create index audit_events_short_lived on audit_events (happened_on)
  where not (actor_kind <> 'stranger' and split_part(action, '.', 1) in ('session', 'password', 'order', 'consent'));
create index orders_unfinished on orders (created_on) where status in ('INIT', 'EXPIRED');
create index orders_by_creation on orders (created_on);
create index daily_counts_by_day on daily_counts (day);
