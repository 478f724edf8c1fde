-- The schema uses only features of PostgreSQL 15, so that YugabyteDB, Citus and CockroachDB remain possible databases.
-- The key of an agent's rows begins with agent_id, so that an agent's queries touch one shard. The key of a table that
-- is searched by another value (phone, token, reference, capture) begins with that value. Times come from the server's
-- clock, never from now(), because tests move the server's clock.

create table agents (
  id uuid primary key,
  mobile text not null unique check (mobile ~ '^[0-9]{10}$'),
  name text not null,
  email text not null,
  address_line1 text not null,
  address_line2 text not null,
  -- The argon2id hash of the peppered password. Null until the agent has set a password.
  password_hash text,
  -- True if the bank demands a new password. The old password alone then no longer allows a log-in.
  reset_demanded boolean not null default false,
  -- True for a demo agent, which the sandbox loads. A server without demo data refuses to start if demo agents exist.
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

-- A call finds its session by the hash of the caller's token. No table contains the token itself.
create table sessions (
  token_hash bytea primary key,
  agent_id uuid not null references agents (id),
  opened_on timestamptz not null,
  expires_on timestamptz not null,
  last_seen_on timestamptz not null
);
create index sessions_of_agent on sessions (agent_id, opened_on);

-- The mobile numbers that the call user/check has verified for a limited time. A number may belong to no agent.
create table verified_phones (
  mobile text primary key,
  verified_until timestamptz not null
);
create index verified_phones_by_end on verified_phones (verified_until);

-- The failed log-ins of a mobile number since the last success. The row with the address '' counts for all addresses.
-- An address from which the agent has logged in before has its own row, so that a stranger cannot lock the agent out.
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

-- The latest failed log-ins ('failure', one row each) and checked mobile numbers ('check', one row each) of an address.
create table address_marks (
  address text not null,
  kind text not null check (kind in ('failure', 'check')),
  mark text not null,
  marked_on timestamptz not null,
  primary key (address, kind, mark)
);
create index address_marks_by_time on address_marks (marked_on);

-- A mobile number has one active OTP. A number of no agent also gets a row, with the same limits, no code and no SMS.
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
  -- The claim: the call that submits the order, and the time until which no other process may settle the order.
  lease_token uuid,
  lease_until timestamptz,
  transaction_id text,
  consent jsonb,
  -- The following columns hold the verdict.
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
-- An agent has at most one open order of a reference.
create unique index orders_open on orders (agent_id, reference) where status in ('INIT', 'SUBMITTING');
-- This index serves the list of an agent's finished orders, newest first.
create index orders_finished on orders (agent_id, created_on desc, id desc)
  where status in ('KYC_SUCCESS', 'KYC_FAILURE');
-- By this index, the sweep finds claims whose lease has run out.
create index orders_submitting on orders (lease_until) where status = 'SUBMITTING';

-- The success and the failures of each reference in the orders of all agents.
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

-- A keyed hash of every submitted capture, so that the server does not accept the same PID block twice.
create table used_captures (
  capture_hash bytea primary key,
  agent_id uuid not null,
  order_id uuid not null,
  used_on timestamptz not null
);
create index used_captures_by_time on used_captures (used_on);

-- The finished orders of an agent by the India day of their creation, and the log-ins by India day.
create table daily_counts (
  agent_id uuid not null references agents (id),
  day date not null,
  kyc_success integer not null default 0,
  kyc_failure integer not null default 0,
  login integer not null default 0,
  primary key (agent_id, day)
);

-- The messages to phones and to the bank. The body is encrypted, and is erased after its delivery.
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

-- The append-only audit trail: acts, their actors and outcomes. No row contains a secret or an id number.
create table audit_events (
  id uuid primary key,
  happened_on timestamptz not null,
  -- 'agent', 'admin', 'system', or 'stranger' if the caller was not signed in.
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

-- The only role in product.md. A bank may add other roles.
insert into roles (id) values ('DBS_AGENT');
insert into role_privileges (role_id, privilege) values
  ('DBS_AGENT', 'VIEW_APP_DASHBOARD'),
  ('DBS_AGENT', 'DO_EKYC_APP'),
  ('DBS_AGENT', 'SET_NEW_PASSWORD'),
  ('DBS_AGENT', 'VIEW_COMPLAINTS');
