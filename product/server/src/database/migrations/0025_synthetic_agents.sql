-- A synthetic agent is a program of the bank that tries the portal. No figure counts what it does.
alter table agents add column is_synthetic boolean not null default false;
