-- Level: PostgreSQL 15, nothing beyond it, so that YugabyteDB, Citus and CockroachDB stay open.
-- Rows of an agent carry agent_id as the leading key, so that an agent's queries touch one shard. Tables that are
-- asked by another key (phone, token, reference, capture) lead with that key. Moments come from the server's clock,
-- never from now(): the rules are tested with a clock that can be moved.

create table agents (
  id uuid primary key,
  mobile text not null unique check (mobile ~ '^[0-9]{10}$'),
  name text not null,
  email text not null,
  address_line1 text not null,
  address_line2 text not null,
  -- argon2id over a peppered password; null until the agent has set one
  password_hash text,
  -- the bank demands a new password: the right one alone no longer logs in
  reset_demanded boolean not null default false,
  -- loaded with the sandbox; a server without it refuses to start beside such agents
  is_demo boolean not null default false,
  disabled_on timestamptz,
  created_on timestamptz not null
);

create table roles (id text primary key);

create table role_privileges (
  role_id text not null references roles (id),
  privilege text not null,
  primary key (role_id, privilege)
);

create table agent_roles (
  agent_id uuid not null references agents (id),
  role_id text not null references roles (id),
  primary key (agent_id, role_id)
);

create table withheld_privileges (
  agent_id uuid not null references agents (id),
  privilege text not null,
  primary key (agent_id, privilege)
);

-- Asked by the token a caller shows; the token itself is nowhere.
create table sessions (
  token_hash bytea primary key,
  agent_id uuid not null references agents (id),
  opened_on timestamptz not null,
  expires_on timestamptz not null,
  last_seen_on timestamptz not null
);
create index sessions_of_agent on sessions (agent_id, opened_on);

-- user/check marks a phone, known or not, as verified for a while.
create table verified_phones (
  mobile text primary key,
  verified_until timestamptz not null
);
create index verified_phones_by_end on verified_phones (verified_until);

-- Failures in a row. The row with address '' counts for everybody; an address from which the phone has logged in
-- well keeps a row of its own, so that a stranger cannot lock the agent out.
create table login_attempts (
  mobile text not null,
  address text not null,
  failures integer not null default 0,
  blocked_until timestamptz,
  trusted_until timestamptz,
  changed_on timestamptz not null,
  primary key (mobile, address)
);
create index login_attempts_by_change on login_attempts (changed_on);

-- The table holds the last marks of an address: 'failure' (one row each) and 'check' (one row a phone).
create table address_marks (
  address text not null,
  kind text not null check (kind in ('failure', 'check')),
  mark text not null,
  marked_on timestamptz not null,
  primary key (address, kind, mark)
);
create index address_marks_by_time on address_marks (marked_on);

-- A phone has one active OTP. A phone without an agent gets a row too, without a code: same tries, same quotas, no SMS.
create table one_time_passwords (
  mobile text primary key,
  ref_id text not null,
  purpose text not null check (purpose in ('first-time', 'reset', 'change')),
  code_hash bytea,
  sent_on timestamptz not null,
  expires_on timestamptz not null,
  tries_left integer not null,
  used_on timestamptz
);

create table one_time_password_sends (
  mobile text not null,
  address text not null,
  id uuid not null,
  sent_on timestamptz not null,
  primary key (mobile, id)
);
create index one_time_password_sends_by_time on one_time_password_sends (mobile, sent_on);

create table orders (
  agent_id uuid not null references agents (id),
  id uuid not null,
  reference text not null,
  status text not null check (status in ('INIT', 'SUBMITTING', 'EXPIRED', 'KYC_SUCCESS', 'KYC_FAILURE')),
  created_on timestamptz not null,
  expires_on timestamptz not null,
  -- the claim: who is submitting, and until when nobody else may settle it
  lease_token uuid,
  lease_until timestamptz,
  transaction_id text,
  consent jsonb,
  -- the verdict
  outcome text check (outcome in ('verified', 'refused', 'timed-out', 'broken')),
  message text,
  error_source text,
  error_code text,
  authority_code text,
  action text,
  completed_on timestamptz,
  primary key (agent_id, id),
  check ((status in ('KYC_SUCCESS', 'KYC_FAILURE')) = (completed_on is not null and outcome is not null))
);
-- One open order a reference and agent.
create unique index orders_open on orders (agent_id, reference) where status in ('INIT', 'SUBMITTING');
-- The list: finished orders, newest first.
create index orders_finished on orders (agent_id, created_on desc, id desc)
  where status in ('KYC_SUCCESS', 'KYC_FAILURE');
-- The sweep: claims whose lease has run out.
create index orders_submitting on orders (lease_until) where status = 'SUBMITTING';

-- A reference keeps its results of all agents' orders.
create table reference_records (
  reference text primary key,
  succeeded_on timestamptz,
  failures_on date,
  failures integer not null default 0
);

create table unknown_reference_marks (
  agent_id uuid not null references agents (id),
  id uuid not null,
  marked_on timestamptz not null,
  primary key (agent_id, id)
);

-- A keyed hash of every capture that was ever submitted: the same PID block never passes twice.
create table used_captures (
  capture_hash bytea primary key,
  agent_id uuid not null,
  order_id uuid not null,
  used_on timestamptz not null
);
create index used_captures_by_time on used_captures (used_on);

-- Counters by the India day of an order's creation and of a log-in.
create table daily_counts (
  agent_id uuid not null references agents (id),
  day date not null,
  kyc_success integer not null default 0,
  kyc_failure integer not null default 0,
  login integer not null default 0,
  primary key (agent_id, day)
);

-- Messages on their way out. The body is encrypted and goes when it is delivered.
create table outbox (
  agent_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('sms', 'kyc-result')),
  body bytea,
  created_on timestamptz not null,
  expires_on timestamptz not null,
  attempts integer not null default 0,
  next_attempt_on timestamptz,
  last_error text,
  delivered_on timestamptz,
  dead_on timestamptz,
  primary key (agent_id, id)
);
create index outbox_waiting on outbox (next_attempt_on) where next_attempt_on is not null;

-- Append-only: what happened, by whom, with what outcome. Never a secret, never an id number.
create table audit_events (
  id uuid primary key,
  happened_on timestamptz not null,
  -- 'agent', 'admin', 'system' or 'stranger' (nobody was signed in)
  actor_kind text not null,
  agent_id uuid,
  actor text not null,
  action text not null,
  subject text not null,
  outcome text not null,
  request_id text,
  trace_id text,
  address text
);
create index audit_events_of_agent on audit_events (agent_id, happened_on);
create index audit_events_by_time on audit_events (happened_on);

-- The role that product.md knows. A bank may add others.
insert into roles (id) values ('DBS_AGENT');
insert into role_privileges (role_id, privilege) values
  ('DBS_AGENT', 'VIEW_APP_DASHBOARD'),
  ('DBS_AGENT', 'DO_EKYC_APP'),
  ('DBS_AGENT', 'SET_NEW_PASSWORD'),
  ('DBS_AGENT', 'VIEW_COMPLAINTS');
