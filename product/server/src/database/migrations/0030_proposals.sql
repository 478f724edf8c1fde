-- Acts that wait for a second person. The column content is all that people approve, as JSON: the input, the touched
-- rows with their versions, the changes and the effect. The triggers below check every write to these tables.
create table proposals (
  number bigint generated always as identity primary key,
  act text not null,
  content text not null,
  content_hash text not null check (content_hash = encode(sha256(convert_to(content, 'UTF8')), 'hex')),
  -- The id of the agent, if the act touches exactly one agent.
  about uuid,
  touches integer not null,
  reason text not null check (reason <> ''),
  -- Null for an operator of the command line, who has no row in staff.
  maker_id uuid references staff,
  maker_name text not null,
  maker_person text,
  approvers text[] not null check (cardinality(approvers) > 0),
  quorum integer not null check (quorum between 1 and 2),
  made_on timestamptz not null default now(),
  expires_on timestamptz not null check (expires_on > made_on),
  state text not null default 'open' check (state in ('open', 'approved', 'applying', 'applied', 'rejected', 'withdrawn',
    'expired', 'conflicted', 'failed')),
  ended_on timestamptz,
  -- The outcome of the proposal, in words without personal data.
  result text,
  check ((ended_on is null) = (state in ('open', 'approved', 'applying')))
);
create index proposals_going on proposals (number) where ended_on is null;
create index proposals_made on proposals (maker_id, number);
create index proposals_of_agent on proposals (about) where about is not null;
create index proposals_ended on proposals (ended_on) where ended_on is not null;

create table proposal_votes (
  proposal bigint not null references proposals on delete cascade,
  staff_id uuid not null references staff,
  person text not null,
  vote text not null check (vote in ('approve', 'deny')),
  content_hash text not null,
  comment text not null default '',
  voted_on timestamptz not null default clock_timestamp(),
  primary key (proposal, staff_id),
  unique (proposal, person),
  check (vote = 'approve' or comment <> '')
);

create table proposal_comments (
  id uuid primary key,
  proposal bigint not null references proposals on delete cascade,
  staff_id uuid not null references staff,
  comment text not null check (comment <> ''),
  commented_on timestamptz not null default clock_timestamp()
);
create index proposal_comments_of on proposal_comments (proposal);

-- Acts that an operator did without a second person. Every page shows an act until two people have acknowledged it.
create table emergencies (
  number bigint generated always as identity primary key,
  act text not null,
  about uuid,
  actor text not null,
  reason text not null check (reason <> ''),
  happened_on timestamptz not null default now()
);

create table emergency_acknowledgements (
  emergency bigint not null references emergencies on delete cascade,
  staff_id uuid not null references staff,
  person text not null,
  acknowledged_on timestamptz not null default clock_timestamp(),
  primary key (emergency, staff_id),
  unique (emergency, person)
);

-- Returns the provider's id of the person with an account, so that two accounts of one person count as one person.
create function person_of(account uuid) returns text language sql stable as $$
  select coalesce(issuer || ' ' || subject, id::text) from staff where id = account
$$;

create function begin_proposal() returns trigger language plpgsql as $$
begin
  if new.state <> 'open' then
    raise exception 'a proposal begins open' using errcode = 'restrict_violation';
  end if;
  new.maker_person := person_of(new.maker_id);
  return new;
end
$$;
create trigger begin_proposal before insert on proposals for each row execute function begin_proposal();

-- Counts the people, except the maker, who have approved this content and may still approve it.
create function approvals_of(proposal proposals) returns bigint language sql stable as $$
  select count(distinct v.person) from proposal_votes v join staff s on s.id = v.staff_id
  where v.proposal = $1.number and v.vote = 'approve' and v.content_hash = $1.content_hash
    and v.person is distinct from $1.maker_person and v.staff_id is distinct from $1.maker_id
    and s.disabled_on is null and s.roles && $1.approvers
$$;

create function hold_proposal() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.ended_on is null then
      raise exception 'a proposal that goes on is not deleted' using errcode = 'restrict_violation';
    end if;
    return old;
  end if;
  if (old.number, old.act, old.content, old.content_hash, old.about, old.touches, old.reason, old.maker_id, old.maker_name,
      old.maker_person, old.approvers, old.quorum, old.made_on, old.expires_on)
    is distinct from (new.number, new.act, new.content, new.content_hash, new.about, new.touches, new.reason, new.maker_id,
      new.maker_name, new.maker_person, new.approvers, new.quorum, new.made_on, new.expires_on) then
    raise exception 'nobody changes what a proposal says' using errcode = 'restrict_violation';
  end if;
  if not (old.state = 'open'
        and new.state in ('approved', 'applied', 'rejected', 'withdrawn', 'expired', 'conflicted', 'failed')
      or old.state = 'approved' and new.state in ('applying', 'applied', 'conflicted', 'failed')
      or old.state = 'applying' and new.state in ('applied', 'failed')) then
    raise exception 'a proposal that is % does not become %', old.state, new.state using errcode = 'restrict_violation';
  end if;
  if new.state in ('approved', 'applying', 'applied') then
    -- An approved job runs after the proposal's time.
    if old.state = 'open' and new.expires_on <= now() then
      raise exception 'the proposal''s time is over' using errcode = 'restrict_violation';
    end if;
    if old.state <> 'applying' and approvals_of(new) < new.quorum then
      raise exception 'the proposal has not enough votes' using errcode = 'restrict_violation';
    end if;
  end if;
  return new;
end
$$;
create trigger hold_proposal before update or delete on proposals for each row execute function hold_proposal();

create function hold_vote() returns trigger language plpgsql as $$
declare
  about proposals;
  voter staff;
begin
  if tg_op = 'UPDATE' then
    raise exception 'a vote is not changed' using errcode = 'restrict_violation';
  end if;
  select * into about from proposals where number = new.proposal for update;
  select * into voter from staff where id = new.staff_id;
  new.person := person_of(new.staff_id);
  if about.state is distinct from 'open' or about.expires_on <= clock_timestamp() then
    raise exception 'the proposal is over' using errcode = 'restrict_violation';
  end if;
  if new.staff_id = about.maker_id or new.person = about.maker_person then
    raise exception 'the maker never votes' using errcode = 'restrict_violation';
  end if;
  if voter.disabled_on is not null or not voter.roles && about.approvers then
    raise exception 'this person may not vote' using errcode = 'restrict_violation';
  end if;
  if new.content_hash <> about.content_hash then
    raise exception 'the vote is for another content' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger hold_vote before insert or update on proposal_votes for each row execute function hold_vote();

create function hold_acknowledgement() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    raise exception 'an acknowledgement is not changed' using errcode = 'restrict_violation';
  end if;
  new.person := person_of(new.staff_id);
  return new;
end
$$;
create trigger hold_acknowledgement before insert or update on emergency_acknowledgements
  for each row execute function hold_acknowledgement();

create function hold_words() returns trigger language plpgsql as $$
begin
  raise exception 'what was written stays as it is' using errcode = 'restrict_violation';
end
$$;
create trigger hold_comment before update on proposal_comments for each row execute function hold_words();
create trigger hold_emergency before update on emergencies for each row execute function hold_words();
