-- Customers whose finger cannot be read: a person of the bank decides about each, and no machine alone.
create table if not exists exceptions (
  agent_id uuid not null,
  order_id uuid not null,
  reference text not null,
  reason text not null,
  -- What a disability needs, sealed by OUTBOX_KEY; erased by the decision.
  needs bytea,
  tries integer not null,
  opened_on timestamptz not null,
  due_by timestamptz not null,
  decision text,
  decided_on timestamptz,
  decided_by text,
  primary key (agent_id, order_id)
);
create index if not exists exceptions_open on exceptions (due_by) where decided_on is null;
create index if not exists exceptions_by_time on exceptions (opened_on);
