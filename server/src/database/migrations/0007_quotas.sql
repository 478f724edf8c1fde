-- How often somebody has done something since a first time: one row, so that one statement counts before it is done
-- and parallel calls cannot all slip past the limit. The subject is an agent's id or an address.
create table quotas (
  subject text not null,
  kind text not null,
  began_on timestamptz not null,
  taken integer not null,
  primary key (subject, kind)
);
create index quotas_by_time on quotas (began_on);
