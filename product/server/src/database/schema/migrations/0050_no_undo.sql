-- An import is looked at before it runs, and nobody undoes it afterwards. The trail keeps who asked for an undo, and who agreed.
update proposals set state = 'failed', ended_on = now(), result = 'An import is not undone any more.'
  where act = 'import.undo' and ended_on is null;
delete from proposals where act = 'import.undo';
delete from jobs where kind = 'import-undo';
alter table jobs drop constraint jobs_kind_check, add check (kind in ('import', 'erase'));

update imports set state = 'applied' where state in ('undoing', 'undone');
alter table imports drop constraint imports_state_check,
  add check (state in ('open', 'planned', 'applying', 'applied')),
  drop column applied_on;
update import_lines set progress = 'done' where progress in ('undone', 'kept');
alter table import_lines drop constraint import_lines_progress_check,
  add check (progress in ('waiting', 'done', 'left'));

create or replace function hold_job() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if (old.kind, old.input, old.maker, old.proposal, old.approval)
      is distinct from (new.kind, new.input, new.maker, new.proposal, new.approval) then
      raise exception 'nobody changes what a job does' using errcode = 'restrict_violation';
    end if;
    return new;
  end if;
  if new.proposal is null and not exists (select from four_eyes where off_on is null) then
    return new;
  end if;
  if new.proposal is null or not is_approved(
      case new.kind when 'erase' then 'agent.erase' else 'agent.import' end, new.input, new.proposal) then
    raise exception 'the job has no approved proposal' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
