-- Provider, service and model of the device, in its own words. Orders from before have none.
alter table orders add column if not exists device jsonb;
-- The filter by status and the search read this index alone; the plain list keeps orders_finished.
create index concurrently orders_searched on orders (agent_id, status, created_on desc, id desc)
  include (reference, transaction_id) where status in ('KYC_SUCCESS', 'KYC_FAILURE');
