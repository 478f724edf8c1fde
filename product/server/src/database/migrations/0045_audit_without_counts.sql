-- The log has the id and the MAC of each audit row. A writer counts its rows no longer, and heads sign no counts.
alter table audit_events drop column writer, drop column writer_count;
alter table audit_archive drop column writer, drop column writer_count;
alter table audit_heads drop column tally, drop column version;
alter table audit_checkpoints drop column tally, drop column version;
