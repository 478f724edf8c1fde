-- Says since when a second person decides. A console or a command line that starts with FOUR_EYES=on adds the row, and
-- from then on no setting of another process counts. `admin four-eyes off` ends it, which is an emergency.
create table four_eyes (
  since timestamptz primary key default now(),
  off_on timestamptz
);

-- What two people decide needs their proposal in the database too, whoever writes the row. Servers of the version before
-- write a job while its proposal, with all its votes, is still open.
alter table jobs add constraint jobs_erase_proposed check (kind <> 'erase' or proposal is not null) not valid;

create function is_approved(asked text, proposed jsonb, number bigint) returns boolean language sql stable as $$
  select exists (select from proposals p
    where p.act = asked and p.content::jsonb -> 'input' = proposed and p.state in ('open', 'approved')
      and (is_approved.number is null or p.number = is_approved.number) and approvals_of(p) >= p.quorum)
$$;

create function hold_job() returns trigger language plpgsql as $$
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
      case new.kind when 'erase' then 'agent.erase' when 'import' then 'agent.import' else 'import.undo' end,
      new.input, new.proposal) then
    raise exception 'the job has no approved proposal' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger hold_job before insert or update on jobs for each row execute function hold_job();

-- The console removes a hold in the transaction of the last vote. An operator removes one in an emergency.
create function hold_hold() returns trigger language plpgsql as $$
begin
  if current_user = 'ekyc_console' and exists (select from four_eyes where off_on is null)
    and not is_approved('hold.remove', jsonb_build_object('kind', old.kind, 'value', old.value), null) then
    raise exception 'the end of this hold has no approved proposal' using errcode = 'restrict_violation';
  end if;
  return old;
end
$$;
create trigger hold_hold before delete on holds for each row execute function hold_hold();
