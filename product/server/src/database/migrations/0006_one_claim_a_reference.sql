-- A reference has one running order among all agents: the claim stands on the reference's own row, so that one statement on
-- one row decides, wherever the orders lie. The verdict takes the claim away.
alter table reference_records
  add column claimed_by uuid,
  add column claimed_until timestamptz;
