-- The process that wrote the row, and the place of the row among its rows. Rows that are older have neither.
alter table audit_events add column writer uuid, add column writer_count bigint;
alter table audit_archive add column writer uuid, add column writer_count bigint;

-- What the sealed rows show of each writer: JSON, which the head's signature covers.
alter table audit_heads add column tally text;
alter table audit_checkpoints add column tally text;
