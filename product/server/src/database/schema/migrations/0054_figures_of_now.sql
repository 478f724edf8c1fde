-- The console's list sums the last thirty days when it is read, today included.
alter table agent_standing drop column orders_30, drop column verified_30;

-- The last verification of the audit chain that somebody has asked for in the console, in at most one row.
create table audit_verifications (
  only_one boolean primary key default true check (only_one),
  asked_on timestamptz not null,
  asked_by text not null,
  -- The row that the verification has come to.
  position bigint not null default 0,
  leased_until timestamptz,
  -- What the verification has found wrong, in words; null while it waits or runs.
  problems text[]
);
