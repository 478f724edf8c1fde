-- The reasons of the day's failures, as {"code": count}: an agent's score adds up days instead of orders. Failures that a previous
-- version counts are not in it.
alter table daily_counts add column reasons jsonb;
