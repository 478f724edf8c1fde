-- Binds the token's hash to agent, key and end, by a key that the database does not have. Sessions that are older have none.
alter table sessions add column mac bytea;
