-- An index for the retention alone. If a reference check used this index while the planner's statistics show few
-- unfinished orders, the check would read all unfinished orders. The condition on completed_on, which every unfinished
-- order meets, prevents this use: only the retention's statements contain the condition.
create index concurrently orders_unfinished_anew on orders (created_on)
  where status in ('INIT', 'EXPIRED') and completed_on is null;
drop index concurrently if exists orders_unfinished;
alter index orders_unfinished_anew rename to orders_unfinished;
