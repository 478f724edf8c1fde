-- The console's list sums the last thirty days when it is read, today included.
alter table agent_standing drop column orders_30, drop column verified_30;
