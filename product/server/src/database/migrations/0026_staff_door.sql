-- The people of the bank's staff who use the console. The bank's identity provider names a person by issuer and
-- subject. Without a provider, both are null, and the person has passkeys.
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

-- The roles are those at the sign-in: a change ends the session. provider_session is the session's id at the provider.
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

-- The answer to each act, by the idempotency key of the console's request. The act's own transaction writes the row.
create table if not exists act_answers (
  staff_id uuid not null references staff (id) on delete cascade,
  key text not null,
  content_hash bytea not null,
  answer jsonb,
  answered_on timestamptz not null,
  primary key (staff_id, key)
);

-- By this index, the console lists the audit rows of staff and operators, newest first.
create index concurrently audit_events_of_staff on audit_events (happened_on, id) where actor_kind in ('staff', 'admin');
