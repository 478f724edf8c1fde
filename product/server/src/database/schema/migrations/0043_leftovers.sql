-- What only versions before the first release used. A database whose baseline is the one migration has none of it.
drop table if exists one_time_passwords, unknown_reference_marks, order_indexing;
drop function if exists partition_orders(timestamptz);
drop index if exists audit_events_short_lived;
alter table service_minutes drop column if exists failed_agents;
