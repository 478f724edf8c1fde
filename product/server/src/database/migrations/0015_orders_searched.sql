-- Provider, service and model of the device, as the device names them. Older orders have no value.
alter table orders add column if not exists device jsonb;
-- The filter by status and the search find orders in this index alone. The list without a filter uses orders_finished.
create index concurrently orders_searched on orders (agent_id, status, created_on desc, id desc)
  include (reference, transaction_id) where status in ('KYC_SUCCESS', 'KYC_FAILURE');
