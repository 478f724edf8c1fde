-- A MAC over the session's token hash, agent, key and end. Its key is not in the database. Null in older sessions.
alter table sessions add column mac bytea;
