-- The agent's own score has left the portal, and nothing else counts the reasons of failures by day.
alter table daily_counts drop column reasons;
