-- An index for the retention alone, as in 0004. The list of one agent's orders must not read the orders of all agents.
create index concurrently orders_finished_by_creation on orders (created_on) where completed_on is not null;
drop index concurrently if exists orders_by_creation;
