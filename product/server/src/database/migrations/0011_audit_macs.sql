-- The MAC of the server or command line that wrote the row. Older rows have no MAC and keep their seals.
alter table audit_events add column mac bytea;
alter table audit_archive add column mac bytea;

-- Signatures of version 1 come from servers that seal rows without a MAC.
alter table audit_heads add column version integer not null default 1;
alter table audit_checkpoints add column version integer not null default 1;
