-- One order at a time runs for a reference, whoever's it is: its claim stands on the reference's own row, so that one
-- statement on one row decides, wherever the orders lie. The verdict takes the claim away.
alter table reference_records
  add column claimed_by uuid,
  add column claimed_until timestamptz;
