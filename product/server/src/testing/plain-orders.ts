/** Makes orders a table without partitions, as in a database whose orders are older than the partitions. */
export const plainOrders = `
  alter table orders detach partition orders_default;
  drop table orders;
  alter table orders_default rename to orders`
