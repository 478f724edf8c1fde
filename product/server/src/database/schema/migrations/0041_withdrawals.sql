-- Consents that customers have withdrawn. A server tells the bank after an hour and removes the row; until then the bank's
-- staff can take a withdrawal back.
create table withdrawals (
  reference text primary key,
  number text not null,
  agent_id uuid not null,
  withdrawn_on timestamptz not null,
  tell_on timestamptz not null
);
