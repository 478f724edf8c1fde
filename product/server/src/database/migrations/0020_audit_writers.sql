-- The process that wrote the row, and the row's number among all rows of the process. Null in older rows.
alter table audit_events add column writer uuid, add column writer_count bigint;
alter table audit_archive add column writer uuid, add column writer_count bigint;

-- The counts that the sealed rows show for each writer, as JSON that the head's signature covers.
alter table audit_heads add column tally text;
alter table audit_checkpoints add column tally text;
