-- The table orders has one partition for each month in India, so that the retention drops a month instead of deleting
-- its rows. Only the partitions have keys, checks and indexes. An older table therefore becomes a partition unchanged,
-- and no index is ever built under a lock of the parent table.

-- Functions that run as the tables' owner look for tables in this schema only.
select set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true);

-- Lists the partitions of a table with their bounds. The default partition has no bounds.
create function partitions_of(parent regclass) returns table (part regclass, first timestamptz, before timestamptz)
language sql stable as $$
  select pg_class.oid::regclass,
    case when bounds like '%(MINVALUE)%' then '-infinity'::timestamptz
      else substring(bounds from 'FROM \(''([^'']+)''')::timestamptz end,
    substring(bounds from 'TO \(''([^'']+)''')::timestamptz
  from pg_inherits join pg_class on pg_class.oid = inhrelid, pg_get_expr(relpartbound, pg_class.oid) as bounds
  where inhparent = parent
$$;

-- Grants every role the rights on the target table that the role has on the source table.
create function grant_alike(source regclass, target regclass) returns void language plpgsql as $$
declare
  had record;
begin
  for had in
    select grantee::regrole as role, privilege_type as privilege from pg_class, aclexplode(relacl)
    where oid = source and grantee not in (0, relowner)
  loop
    execute format('grant %s on %s to %s', had.privilege, target, had.role);
  end loop;
end
$$;

-- Makes orders a partitioned table, and its former table the partition of all orders before the given time. A validated
-- constraint orders_before avoids a scan of these orders. Without a time, the former table is the default partition.
create function partition_orders(before timestamptz) returns void language plpgsql as $$
declare
  former constant text := case when before is null then 'orders_default' else 'orders_past' end;
begin
  -- Citus sends the changes of a table with a foreign key over one connection to each node.
  perform set_config('citus.multi_shard_modify_mode', 'sequential', true);
  lock table orders in access exclusive mode;
  execute format('alter table orders rename to %I', former);
  execute format('create table orders (like %I) partition by range (created_on)', former);
  alter table orders add constraint orders_agent_id_fkey foreign key (agent_id) references agents (id);
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    execute format($sql$select create_distributed_table('orders', 'agent_id', colocate_with => %1$L)
      from pg_dist_partition where logicalrelid = %1$L::regclass$sql$, former);
  end if;
  if before is null then
    alter table orders attach partition orders_default default;
  else
    execute format('alter table orders attach partition orders_past for values from (minvalue) to (%L)', before);
    alter table orders_past drop constraint orders_before;
    create table orders_default (like orders_past including all);
    alter table orders attach partition orders_default default;
  end if;
  perform grant_alike(former::regclass, 'orders');
  perform grant_alike(former::regclass, 'orders_default');
end
$$;

-- Adds the missing months of a period. Runs with the rights of the tables' owner, since the server's role has no DDL,
-- but only for a role that may insert. Locks the default partition, and moves the rows of new months out of it. Leaves
-- the months to the next call if the default partition is larger than most_bytes, if another session adds months, if a
-- lock is not free within a second, or if a row of a new month arrives meanwhile.
create function add_months(parent regclass, first timestamptz, last timestamptz, most_bytes bigint) returns void
language plpgsql security definer set search_path from current set lock_timeout = '1s' as $$
declare
  zone constant text := 'Asia/Kolkata';
  rest constant regclass := (select p.part from partitions_of(parent) p where p.before is null);
  month timestamp;
  month_first timestamptz;
  month_before timestamptz;
  part text;
  has_rows boolean;
begin
  if not has_table_privilege(session_user, parent, 'insert') then
    raise insufficient_privilege using message = 'permission denied to add months';
  end if;
  if not pg_try_advisory_xact_lock(5207112029) then
    return;
  end if;
  if rest is null then
    -- A partitioning that was cut off has left its constraint, which would refuse the orders of later months.
    execute format('alter table %s drop constraint if exists orders_before', parent);
  end if;
  if rest is null or pg_relation_size(rest) > most_bytes then
    return;
  end if;
  perform set_config('citus.multi_shard_modify_mode', 'sequential', true);
  for month in
    select generate_series(date_trunc('month', first at time zone zone), last at time zone zone, interval '1 month')
  loop
    month_first := month at time zone zone;
    month_before := (month + interval '1 month') at time zone zone;
    continue when exists (select from partitions_of(parent) p where p.first < month_before and p.before > month_first);
    part := parent || to_char(month, '_YYYY_MM');
    execute format('create table %s (like %s including all)', part, rest);
    execute format('select exists (select 1 from %s where created_on >= %L and created_on < %L)',
      rest, month_first, month_before) into has_rows;
    if has_rows then
      execute format('lock table %s in access exclusive mode', rest);
      execute format('insert into %s select * from %s where created_on >= %L and created_on < %L',
        part, rest, month_first, month_before);
      execute format('delete from %s where created_on >= %L and created_on < %L', rest, month_first, month_before);
    end if;
    execute format('alter table %s attach partition %s for values from (%L) to (%L)',
      parent, part, month_first, month_before);
    perform grant_alike(parent, part::regclass);
    if to_regclass('pg_catalog.pg_dist_partition') is not null then
      execute format($sql$select truncate_local_data_after_distributing_table(logicalrelid)
        from pg_dist_partition where logicalrelid = %L::regclass$sql$, part);
    end if;
  end loop;
exception when lock_not_available or check_violation then
  return;
end
$$;

-- Drops the partitions whose rows are all older than the given time, for any role that may delete rows.
create function drop_months(parent regclass, before timestamptz) returns void
language plpgsql security definer set search_path from current set lock_timeout = '1s' as $$
declare
  part regclass;
begin
  if not has_table_privilege(session_user, parent, 'delete') then
    raise insufficient_privilege using message = 'permission denied to drop months';
  end if;
  for part in select p.part from partitions_of(parent) p where p.before <= drop_months.before loop
    execute format('drop table %s', part);
  end loop;
exception when lock_not_available then
  return;
end
$$;

-- Partitions an empty table. A table with orders needs the command 'database partition', which takes longer.
do $$
begin
  if exists (select 1 from orders) then
    return;
  end if;
  lock table orders in access exclusive mode;
  if not exists (select 1 from orders) then
    perform partition_orders(null);
  end if;
end
$$;
