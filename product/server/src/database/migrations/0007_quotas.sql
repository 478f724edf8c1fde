-- A quota counts the acts of a subject, such as an agent's id or an address, since began_on. The count is one row, so
-- that one statement counts an act before the act is done, and parallel calls cannot exceed the limit.
create table quotas (
  subject text not null,
  kind text not null,
  began_on timestamptz not null,
  taken integer not null,
  primary key (subject, kind)
);
create index quotas_by_time on quotas (began_on);
