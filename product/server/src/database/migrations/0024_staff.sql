-- The bank finds its agents by its own words: the number of their staff, their branch and their supervisor; '' if unknown.
alter table agents
  add column staff_number text not null default '',
  add column branch text not null default '',
  add column supervisor text not null default '';
