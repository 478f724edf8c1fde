-- The reasons of the day's failures, as {"code": count}, so that an agent's score sums days instead of orders. Failures
-- that a server of a previous version counts have no reason here.
alter table daily_counts add column reasons jsonb;
