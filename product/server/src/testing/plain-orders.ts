/** The SQL that makes `orders` a table without partitions, as in a database from before partitions were introduced. */
export const plainOrders = `
  alter table orders detach partition orders_default;
  drop table orders;
  alter table orders_default rename to orders`
