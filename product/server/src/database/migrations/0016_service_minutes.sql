-- How the exchanges of all servers with the authority and the bank went, by minute. A call never reads or writes this
-- table: each server adds its counts and reads the outages every few seconds.
create table service_minutes (
  service text not null check (service in ('authority', 'bank')),
  minute timestamptz not null,
  answered integer not null,
  failed integer not null,
  -- One bit of 31 for each agent whose exchange failed, to tell one agent from several; no agent can be found by it.
  failed_agents integer not null,
  primary key (service, minute)
);
