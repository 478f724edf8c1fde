-- A person of the bank takes an alert, and others see that somebody looks into it.
alter table fraud_alerts
  add column taken_on timestamptz,
  add column taken_by text not null default '';
-- Overview counts the given-up messages.
create index outbox_dead on outbox (dead_on) where dead_on is not null;
