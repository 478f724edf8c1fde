-- People of the bank's staff, who use its console. A person is (issuer, subject) of the bank's identity provider; without a
-- provider neither is known, and the person has passkeys.
create table if not exists staff (
  id uuid primary key,
  name text not null,
  issuer text,
  subject text,
  roles text[] not null check (roles <@ '{viewer,support,supervisor,auditor,security}'
    and (not 'auditor' = any (roles) or cardinality(roles) = 1)),
  disabled_on timestamptz,
  created_on timestamptz not null,
  last_sign_in_on timestamptz,
  version integer not null default 1,
  unique (issuer, subject),
  check ((issuer is null) = (subject is null))
);

-- The roles are those at the sign-in: a change of them ends the session. The last column is the provider's own id of it.
create table if not exists staff_sessions (
  token_hash bytea primary key,
  staff_id uuid not null references staff (id) on delete cascade,
  roles text[] not null,
  opened_on timestamptz not null,
  expires_on timestamptz not null,
  last_seen_on timestamptz not null,
  means text not null check (means in ('provider', 'passkey', 'link')),
  provider_session text
);
create index if not exists staff_sessions_of_person on staff_sessions (staff_id);

-- The answer of an act by the key that the console sent with it, written in the act's own transaction.
create table if not exists act_answers (
  staff_id uuid not null references staff (id) on delete cascade,
  key text not null,
  content_hash bytea not null,
  answer jsonb,
  answered_on timestamptz not null,
  primary key (staff_id, key)
);

-- Staff's and operators' rows of the trail, newest first.
create index concurrently audit_events_of_staff on audit_events (happened_on, id) where actor_kind in ('staff', 'admin');
