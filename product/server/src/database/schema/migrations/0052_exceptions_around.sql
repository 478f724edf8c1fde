-- Whoever decides about a customer sees the other exceptions of this customer.
create index exceptions_of_order on exceptions (order_id);
create index exceptions_of_reference on exceptions (reference);
