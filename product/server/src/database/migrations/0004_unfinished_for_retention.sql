-- The retention's own index. A reference check that looks for one open order must not be tempted by it: where statistics
-- know of few unfinished orders yet, reading all of them looks as cheap as one look-up, and grows with them. The words
-- about completed_on, true of every unfinished order, are those by which the retention alone asks.
create index concurrently orders_unfinished_anew on orders (created_on)
  where status in ('INIT', 'EXPIRED') and completed_on is null;
drop index concurrently if exists orders_unfinished;
alter index orders_unfinished_anew rename to orders_unfinished;
