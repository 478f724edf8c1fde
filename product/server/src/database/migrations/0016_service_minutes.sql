-- The numbers of answered and failed requests of all servers to the authority and the bank, by minute. A call never
-- reads or writes this table: each server adds its counts and reads the outages every few seconds.
create table service_minutes (
  service text not null check (service in ('authority', 'bank')),
  minute timestamptz not null,
  answered integer not null,
  failed integer not null,
  -- One of 31 bits for each agent whose request failed. The bits show whether several agents failed, but not which.
  failed_agents integer not null,
  primary key (service, minute)
);
