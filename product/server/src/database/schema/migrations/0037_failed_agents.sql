-- The least and the greatest keyed hash of the agents whose request failed in the minute. They differ if several agents
-- failed, and name none. The order of "C" is that of the server, which finds them within a minute.
alter table service_minutes
  add column least_failed text collate "C",
  add column greatest_failed text collate "C",
  -- Only servers of earlier versions still write these bits.
  alter column failed_agents set default 0;
