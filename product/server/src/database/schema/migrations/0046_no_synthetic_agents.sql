-- No agent is a program any more.
alter table agents drop column is_synthetic;
