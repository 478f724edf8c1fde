-- A synthetic agent is a program of the bank that tests the portal. Statistics exclude synthetic agents.
alter table agents add column is_synthetic boolean not null default false;
