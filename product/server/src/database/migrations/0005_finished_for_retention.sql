-- As 0004, for the finished orders: a list of few agents' orders must not be read backwards through everybody's.
create index concurrently orders_finished_by_creation on orders (created_on) where completed_on is not null;
drop index concurrently if exists orders_by_creation;
