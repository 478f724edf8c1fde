/**
 * The SQL that gives a plain PostgreSQL the tables, views and functions of Citus that `database distribute` uses. The
 * `create_…` functions only record which tables are distributed and, like Citus, leave the local rows in place. The
 * first attempt to distribute `orders` fails as if the table were in use. The first erasure of local rows fails as if
 * the connection were cut off.
 */
export const likeCitus = `
  insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
    select 1, 'citus', extowner, extnamespace, false, 'of the tests' from pg_extension where extname = 'plpgsql';

  create table like_citus (name regclass primary key, kind text, key text, colocate_with text);
  create view citus_tables as select name as table_name, kind as citus_table_type, key as distribution_column,
    32 as shard_count, '8 kB' as table_size from like_citus;
  create table pg_dist_node (nodename text, nodeport int, noderole text, shouldhaveshards boolean);
  insert into pg_dist_node values ('worker', 5432, 'primary', true);
  create view citus_shards as select nodename, nodeport, 1 as shardid, 8192 as shard_size from pg_dist_node;

  create sequence tries_of_orders;
  create sequence erasures;

  create function create_reference_table(name regclass) returns void language sql
    as $$ insert into like_citus values (name, 'reference') $$;

  create function create_distributed_table(name regclass, key text, colocate_with text, shard_count int default null)
    returns void language plpgsql as $$
    begin
      if name = 'orders'::regclass and nextval('tries_of_orders') = 1 then
        raise lock_not_available;
      end if;
      insert into like_citus values (name, 'distributed', key, colocate_with);
    end $$;

  create function truncate_local_data_after_distributing_table(name regclass) returns void language plpgsql as $$
    begin
      if nextval('erasures') = 1 then
        raise 'the connection was cut off';
      end if;
      execute format('truncate %s cascade', name);
    end $$`
