-- The data by which the bank finds an agent: staff number, branch and supervisor. An unknown value is ''.
alter table agents
  add column staff_number text not null default '',
  add column branch text not null default '',
  add column supervisor text not null default '';
