-- A reference has at most one running order among all agents. The claim is in the reference's row, so that one
-- statement on one row decides which order runs, whichever shards have the orders. The verdict removes the claim.
alter table reference_records
  add column claimed_by uuid,
  add column claimed_until timestamptz;
