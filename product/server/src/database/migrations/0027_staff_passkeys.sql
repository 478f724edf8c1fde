-- Passkeys of the bank's staff, who have no password.
create table if not exists staff_passkeys (
  credential_id bytea primary key,
  staff_id uuid not null references staff (id) on delete cascade,
  public_key bytea not null,
  sign_count bigint not null,
  created_on timestamptz not null,
  last_used_on timestamptz
);
create index if not exists staff_passkeys_of_person on staff_passkeys (staff_id);

-- The right of a person to create a first passkey by a link. token_hash is set when the link is shown.
create table if not exists staff_enrolments (
  staff_id uuid primary key references staff (id) on delete cascade,
  token_hash bytea unique,
  expires_on timestamptz not null
);

-- The challenges that passkeys sign, each valid once. content_hash is a hash of the act and input of a proof.
create table if not exists staff_challenges (
  challenge_hash bytea primary key,
  purpose text not null check (purpose in ('sign-in', 'enrol', 'add', 'prove')),
  staff_id uuid references staff (id) on delete cascade,
  content_hash bytea,
  made_on timestamptz not null,
  proven_on timestamptz,
  expires_on timestamptz not null,
  check ((purpose = 'sign-in') = (staff_id is null)),
  check ((purpose = 'prove') = (content_hash is not null))
);
create index if not exists staff_challenges_expire on staff_challenges (expires_on);
