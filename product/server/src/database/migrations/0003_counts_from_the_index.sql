-- Statistics and the totals of lists sum the daily counts of one agent. In the table, each of these rows is on another
-- page. In an index of the key that includes the counts, all counts of one agent are next to each other.
create unique index concurrently daily_counts_of_agent
  on daily_counts (agent_id, day) include (kyc_success, kyc_failure, login);
-- PostgreSQL gives the index the name of the constraint.
alter table daily_counts
  drop constraint daily_counts_pkey,
  add constraint daily_counts_pkey primary key using index daily_counts_of_agent;
-- PostgreSQL can read the index alone only after a vacuum, which by default waits until a fifth of the table changed.
alter table daily_counts
  set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
