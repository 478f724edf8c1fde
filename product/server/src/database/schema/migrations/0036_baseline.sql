-- The schema of the first release, at the level of PostgreSQL 15. The key of an agent's rows begins with agent_id, so that
-- an agent's queries touch one shard of a cluster. The key of a table that is searched by another value (phone, token,
-- reference, capture) begins with that value. Times of calls come from the server's clock, because tests move that clock.
-- An index for the retention alone has a condition that only the retention's statements contain: no call may use it.

-- Agents and their rights

create table agents (
  id uuid primary key,
  mobile text not null unique,
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
  created_on timestamptz not null,
  -- An erased agent keeps a row, to which orders and counts refer. The agent's id replaces the mobile number.
  erased_on timestamptz,
  -- The data by which the bank finds an agent. An unknown value is ''.
  staff_number text not null default '',
  branch text not null default '',
  supervisor text not null default '',
  -- A synthetic agent is a program of the bank that tests the portal. Statistics exclude synthetic agents.
  is_synthetic boolean not null default false,
  -- Grows with each change by staff or operators, so that a change is refused if another person made one meanwhile.
  version integer not null default 1,
  outlet text not null default '',
  -- The first log-in with a password alone while a second factor was required. The days of grace begin then.
  grace_began_on timestamptz,
  -- The day and the evidence of the last KYC of the agent, the days on which the next KYC and the next review are due,
  -- and the class of risk. Days have the form YYYY-MM-DD. An unknown value is ''.
  kyc_on text not null default '',
  kyc_evidence text not null default '',
  kyc_due text not null default '',
  review_on text not null default '',
  risk text not null default '',
  constraint agents_mobile_check check (mobile ~ '^[0-9]{10}$' or (erased_on is not null and mobile = id::text))
);
-- The collation "C" orders letters by their code points, which is the same order on every machine.
create index agents_by_name on agents ((lower(name) collate "C"), id) where erased_on is null;
create index agents_by_branch on agents ((lower(branch) collate "C"), (lower(name) collate "C"), id)
  where erased_on is null;
create index agents_by_last_digits on agents ("right"(mobile, 4));
create index agents_by_supervisor on agents (supervisor) where supervisor <> '';
create index agents_by_outlet on agents (outlet) where outlet <> '';
create index agents_by_staff_number on agents (staff_number) where staff_number <> '';
-- By this index, the staff find the few agents who cannot work.
create index agents_out_of_order on agents ((lower(name) collate "C"), id)
  where erased_on is null and (disabled_on is not null or reset_demanded or password_hash is null);

-- The words of each agent's name in lower case, so that a search finds an agent by the beginning of any word.
create table agent_words (
  word text collate "C" not null,
  agent_id uuid not null,
  primary key (word, agent_id)
);
create index agent_words_of_agent on agent_words (agent_id);

-- The figures of each agent, updated each night from the daily counts: the last India day with a finished order
-- (-infinity if no order is finished), and the finished and verified orders of the last 30 days. An agent without an
-- order for some months is dormant, where no month before counted_from counts. A fraud alert may set is_stopped until the
-- bank closes the alert.
create table agent_standing (
  agent_id uuid primary key,
  last_order_on date not null default '-infinity',
  orders_30 integer not null default 0,
  verified_30 integer not null default 0,
  is_counted boolean not null default false,
  counted_from date not null default (now() at time zone 'Asia/Kolkata')::date,
  is_stopped boolean not null default false
);
create index agent_standing_by_last_order on agent_standing (last_order_on, agent_id);
create index agent_standing_uncounted on agent_standing (agent_id) where not is_counted;

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
create index agent_roles_by_role on agent_roles (role_id, agent_id);

create table withheld_privileges (
  agent_id uuid not null references agents (id),
  privilege text not null,
  primary key (agent_id, privilege)
);

-- The only role in product.md. A bank may add other roles.
insert into roles (id) values ('DBS_AGENT');
insert into role_privileges (role_id, privilege) values
  ('DBS_AGENT', 'VIEW_APP_DASHBOARD'),
  ('DBS_AGENT', 'DO_EKYC_APP'),
  ('DBS_AGENT', 'SET_NEW_PASSWORD'),
  ('DBS_AGENT', 'VIEW_COMPLAINTS');

-- Log-in

-- A call finds its session by the hash of the caller's token. No table contains the token itself.
create table sessions (
  token_hash bytea primary key,
  agent_id uuid not null references agents (id),
  opened_on timestamptz not null,
  expires_on timestamptz not null,
  last_seen_on timestamptz not null,
  -- The SHA-256 thumbprint (RFC 7638) of the caller's public key, if the session is bound to a key (RFC 9449).
  key_thumbprint bytea,
  -- What agents see in the list of their sessions.
  browser text not null default '',
  os text not null default '',
  -- A MAC over the session's token hash, agent, key and end. Its key is not in the database.
  mac bytea
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
  -- The last time at which a correct OTP or passkey for the phone was given from this device or address.
  proven_on timestamptz,
  primary key (mobile, address)
);
create index login_attempts_by_change on login_attempts (changed_on);

-- The latest failed log-ins, checked mobile numbers, phones with a code and wrong codes of an address, one row each.
create table address_marks (
  address text not null,
  kind text not null check (kind in ('failure', 'check', 'otp-phone', 'wrong-otp')),
  mark text not null,
  marked_on timestamptz not null,
  primary key (address, kind, mark)
);
create index address_marks_by_time on address_marks (marked_on);

-- A quota counts the acts of a subject, such as an agent's id or an address, since began_on. The count is one row, so
-- that one statement counts an act before the act is done, and parallel calls cannot exceed the limit.
create table quotas (
  subject text not null,
  kind text not null,
  began_on timestamptz not null,
  taken integer not null,
  primary key (subject, kind)
);
create index quotas_by_time on quotas (began_on);

-- Each one-time password belongs to a phone and a requester. A number of no agent also gets a row, with the same limits,
-- no code and no SMS.
create table one_time_codes (
  mobile text not null,
  requester text not null,
  ref_id text not null,
  -- The id of the code. A requester who gets a handle for a code that the bank sent has a row with that code and id.
  code_id text not null,
  purpose text not null check (purpose in ('first-time', 'reset', 'change', 'passkey', 'log-in')),
  code_hash bytea,
  mark text not null,
  is_known boolean not null,
  sent_on timestamptz not null,
  expires_on timestamptz not null,
  tries_left integer not null,
  used_on timestamptz,
  primary key (mobile, requester)
);
create index one_time_codes_by_end on one_time_codes (expires_on);

create table one_time_password_sends (
  mobile text not null,
  -- The requester.
  address text not null,
  id uuid not null,
  sent_on timestamptz not null,
  -- True if the send counts towards the limit that all unknown requesters of a phone share.
  takes_share boolean not null default true,
  primary key (mobile, id)
);
create index one_time_password_sends_by_time on one_time_password_sends (mobile, sent_on);
create index one_time_password_sends_by_end on one_time_password_sends (sent_on);

-- The numbers of one-time passwords sent to unknown requesters, and of these requesters' wrong guesses, on all servers
-- by minute. No call writes this table: each server adds its counts and reads the sums every few seconds.
create table otp_minutes (
  kind text not null check (kind in ('sent', 'wrong')),
  minute timestamptz not null,
  count integer not null,
  primary key (kind, minute)
);

-- The public keys of passkeys (WebAuthn), by which agents log in instead of by a password.
create table passkeys (
  agent_id uuid not null references agents (id),
  credential_id bytea not null,
  public_key bytea not null,
  sign_count bigint not null,
  created_on timestamptz not null,
  name text not null default '',
  last_used_on timestamptz,
  primary key (agent_id, credential_id)
);

-- The challenges that passkeys sign, each valid once. A mobile number that belongs to no agent gets challenges too.
create table passkey_challenges (
  mobile text not null,
  challenge_hash bytea not null,
  purpose text not null,
  address text not null,
  expires_on timestamptz not null,
  primary key (mobile, challenge_hash)
);
create index passkey_challenges_by_end on passkey_challenges (expires_on);

-- Orders

-- The table has one partition for each month in India, so that the retention drops a month instead of deleting its rows.
-- Only the partitions have keys, checks and indexes, which later months copy from orders_default: no index is ever built
-- under a lock of the parent table.
create table orders (
  agent_id uuid not null references agents (id),
  id uuid not null,
  reference text not null,
  status text not null,
  created_on timestamptz not null,
  expires_on timestamptz not null,
  -- The claim: the call that submits the order, and the time until which no other process may settle the order.
  lease_token uuid,
  lease_until timestamptz,
  transaction_id text,
  consent jsonb,
  -- The following columns hold the verdict.
  outcome text,
  message text,
  error_source text,
  error_code text,
  authority_code text,
  action text,
  completed_on timestamptz,
  -- Provider, service and model of the device, as the device names them.
  device jsonb,
  -- The times of the steps from claim to verdict, in ms since 1970, the claiming server, and the result's outbox id.
  steps jsonb
) partition by range (created_on);

create table orders_default partition of orders (
  constraint orders_pkey primary key (agent_id, id),
  constraint orders_status_check check (status in ('INIT', 'SUBMITTING', 'EXPIRED', 'KYC_SUCCESS', 'KYC_FAILURE')),
  constraint orders_outcome_check check (outcome in ('verified', 'refused', 'timed-out', 'broken')),
  constraint orders_check check
    ((status in ('KYC_SUCCESS', 'KYC_FAILURE')) = (completed_on is not null and outcome is not null))
) default;
-- An agent has at most one open order of a reference.
create unique index orders_open on orders_default (agent_id, reference) where status in ('INIT', 'SUBMITTING');
-- This index serves the list of an agent's finished orders, newest first.
create index orders_finished on orders_default (agent_id, created_on desc, id desc)
  where status in ('KYC_SUCCESS', 'KYC_FAILURE');
-- The filter by status and the search find orders in this index alone.
create index orders_searched on orders_default (agent_id, status, created_on desc, id desc)
  include (reference, transaction_id) where status in ('KYC_SUCCESS', 'KYC_FAILURE');
-- By this index, the sweep finds claims whose lease has run out.
create index orders_submitting on orders_default (lease_until) where status = 'SUBMITTING';
create index orders_default_by_id on orders_default (id);
create index orders_default_by_transaction on orders_default (transaction_id);
-- By these indexes, the retention finds orders.
create index orders_unfinished on orders_default (created_on)
  where status in ('INIT', 'EXPIRED') and completed_on is null;
create index orders_finished_by_creation on orders_default (created_on) where completed_on is not null;

-- The success and the failures of each reference in the orders of all agents. A reference has at most one running order
-- among all agents: the claim is in the reference's row, so that one statement on one row decides which order runs,
-- whichever shards have the orders. The verdict removes the claim.
create table reference_records (
  reference text primary key,
  succeeded_on timestamptz,
  failures_on date,
  failures integer not null default 0,
  claimed_by uuid,
  claimed_until timestamptz
);

-- The orders of each reference. A claim adds the row, since the claim also writes reference_records on this shard.
create table reference_orders (
  reference text not null,
  order_id uuid not null,
  agent_id uuid not null,
  created_on timestamptz not null,
  primary key (reference, order_id)
);
create index reference_orders_by_time on reference_orders (created_on);

-- A keyed hash of every submitted capture, so that the server does not accept the same PID block twice.
create table used_captures (
  capture_hash bytea primary key,
  agent_id uuid not null,
  order_id uuid not null,
  used_on timestamptz not null
);
create index used_captures_by_time on used_captures (used_on);

-- The finished orders of an agent by the India day of their creation, and the log-ins by India day. Statistics and the
-- totals of lists sum these rows: the index of the key has the counts next to each other.
create table daily_counts (
  agent_id uuid not null references agents (id),
  day date not null,
  kyc_success integer not null default 0,
  kyc_failure integer not null default 0,
  login integer not null default 0,
  -- The reasons of the day's failures, as {"code": count}, so that an agent's score sums days instead of orders.
  reasons jsonb,
  primary key (agent_id, day) include (kyc_success, kyc_failure, login)
)
-- PostgreSQL can read the index alone only after a vacuum, which by default waits until a fifth of the table changed.
with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index daily_counts_by_day on daily_counts (day);

-- The messages to phones and to the bank. The body is encrypted, and is erased after its delivery.
create table outbox (
  agent_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('sms', 'kyc-result', 'holder-sms', 'kyc-failed')),
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
-- Each kind of message is sent separately.
create index outbox_waiting_by_kind on outbox (kind, next_attempt_on) where next_attempt_on is not null;

-- Cases of customers whose finger cannot be read. A person of the bank decides each case; software alone never does.
create table exceptions (
  agent_id uuid not null,
  order_id uuid not null,
  reference text not null,
  reason text not null,
  -- The customer's needs because of a disability, encrypted with OUTBOX_KEY. The decision erases them.
  needs bytea,
  tries integer not null,
  opened_on timestamptz not null,
  due_by timestamptz not null,
  decision text,
  decided_on timestamptz,
  decided_by text,
  primary key (agent_id, order_id)
);
create index exceptions_open on exceptions (due_by) where decided_on is null;
create index exceptions_by_time on exceptions (opened_on);

-- The consent texts that servers have published. An order refers to its text by the hash. The table names no customer.
create table consent_texts (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  version text not null,
  language text not null,
  -- The items of the text in their order, each as [name, heading, text].
  text jsonb not null,
  first_published_on timestamptz not null,
  -- Each server that shows the text updates this time once an hour.
  last_published_on timestamptz not null
);

-- Legal holds, which keep data beyond its retention. A lifted hold has no row; the audit trail says who lifted it.
create table holds (
  kind text not null check (kind in ('reference', 'agent', 'order')),
  value text not null,
  reason text not null check (reason <> ''),
  held_on timestamptz not null,
  primary key (kind, value)
);

-- Held orders from a month whose partition is dropped. They wait here until they are in the default partition.
create table held_orders (id uuid primary key, row jsonb not null);

-- The months of orders

-- Functions that run as the tables' owner look for tables in this schema only.
select set_config('search_path', quote_ident(current_schema()) || ', pg_temp', true);

-- Lists the partitions of a table with their bounds. The default partition has no bounds.
create function partitions_of(parent regclass) returns table (part regclass, first timestamptz, before timestamptz)
language sql stable as $$
  select pg_class.oid::regclass,
    case when bounds like '%(MINVALUE)%' then '-infinity'::timestamptz
      else substring(bounds from 'FROM \(''([^'']+)''')::timestamptz end,
    substring(bounds from 'TO \(''([^'']+)''')::timestamptz
  from pg_inherits join pg_class on pg_class.oid = inhrelid, pg_get_expr(relpartbound, pg_class.oid) as bounds
  where inhparent = parent
$$;

-- Grants every role the rights on the target table that the role has on the source table.
create function grant_alike(source regclass, target regclass) returns void language plpgsql as $$
declare
  had record;
begin
  for had in
    select grantee::regrole as role, privilege_type as privilege from pg_class, aclexplode(relacl)
    where oid = source and grantee not in (0, relowner)
  loop
    execute format('grant %s on %s to %s', had.privilege, target, had.role);
  end loop;
end
$$;

-- Adds the missing months of a period. Runs with the rights of the tables' owner, since the server's role has no DDL,
-- but only for a role that may insert. Locks the default partition, and moves the rows of new months out of it. Leaves
-- the months to the next call if the default partition is larger than most_bytes, if another session adds months, if a
-- lock is not free within a second, or if a row of a new month arrives meanwhile.
create function add_months(parent regclass, first timestamptz, last timestamptz, most_bytes bigint) returns void
language plpgsql security definer set search_path from current set lock_timeout = '1s' as $$
declare
  zone constant text := 'Asia/Kolkata';
  rest constant regclass := (select p.part from partitions_of(parent) p where p.before is null);
  month timestamp;
  month_first timestamptz;
  month_before timestamptz;
  part text;
  has_rows boolean;
begin
  if not has_table_privilege(session_user, parent, 'insert') then
    raise insufficient_privilege using message = 'permission denied to add months';
  end if;
  if not pg_try_advisory_xact_lock(5207112029) then
    return;
  end if;
  if rest is null or pg_relation_size(rest) > most_bytes then
    return;
  end if;
  perform set_config('citus.multi_shard_modify_mode', 'sequential', true);
  for month in
    select generate_series(date_trunc('month', first at time zone zone), last at time zone zone, interval '1 month')
  loop
    month_first := month at time zone zone;
    month_before := (month + interval '1 month') at time zone zone;
    continue when exists (select from partitions_of(parent) p where p.first < month_before and p.before > month_first);
    part := parent || to_char(month, '_YYYY_MM');
    execute format('create table %s (like %s including all)', part, rest);
    execute format('select exists (select 1 from %s where created_on >= %L and created_on < %L)',
      rest, month_first, month_before) into has_rows;
    if has_rows then
      execute format('lock table %s in access exclusive mode', rest);
      execute format('insert into %s select * from %s where created_on >= %L and created_on < %L',
        part, rest, month_first, month_before);
      execute format('delete from %s where created_on >= %L and created_on < %L', rest, month_first, month_before);
    end if;
    execute format('alter table %s attach partition %s for values from (%L) to (%L)',
      parent, part, month_first, month_before);
    perform grant_alike(parent, part::regclass);
    if to_regclass('pg_catalog.pg_dist_partition') is not null then
      execute format($sql$select truncate_local_data_after_distributing_table(logicalrelid)
        from pg_dist_partition where logicalrelid = %L::regclass$sql$, part);
    end if;
  end loop;
exception when lock_not_available or check_violation then
  return;
end
$$;

-- Drops the partitions whose rows are all older than the given time, for any role that may delete rows.
create function drop_months(parent regclass, before timestamptz) returns void
language plpgsql security definer set search_path from current set lock_timeout = '1s' as $$
declare
  part regclass;
begin
  if not has_table_privilege(session_user, parent, 'delete') then
    raise insufficient_privilege using message = 'permission denied to drop months';
  end if;
  for part in select p.part from partitions_of(parent) p where p.before <= drop_months.before loop
    execute format('drop table %s', part);
  end loop;
exception when lock_not_available then
  return;
end
$$;

-- What servers tell each other from memory, so that no call writes it

-- The numbers of answered and failed requests of all servers to the authority and the bank, by minute. A call never
-- reads or writes this table: each server adds its counts and reads the outages every few seconds.
create table service_minutes (
  service text not null check (service in ('authority', 'bank')),
  minute timestamptz not null,
  answered integer not null,
  failed integer not null,
  -- One of 31 bits for each agent whose request failed.
  failed_agents integer not null,
  primary key (service, minute)
);

-- The devices that captures have named. Servers add devices once a minute. The column unit is a keyed hash of the maker,
-- the model and the device's own number.
create table device_units (
  unit bytea primary key,
  model text not null,
  maker text not null,
  service text not null,
  driver text not null,
  agent_id uuid not null,
  first_seen_on timestamptz not null,
  last_seen_on timestamptz not null,
  certificate_ends_on timestamptz not null
);
create index device_units_by_model on device_units (model, last_seen_on desc, unit desc);
create index device_units_by_end on device_units (certificate_ends_on, unit);
create index device_units_by_use on device_units (last_seen_on);

-- The numbers of verdicts with each version of a driver, by the India day of the verdict.
create table device_models (
  day date not null,
  model text not null,
  maker text not null,
  service text not null,
  driver text not null,
  verified integer not null,
  failed integer not null,
  last_seen_on timestamptz not null,
  primary key (day, model, maker, service, driver)
);

-- The orders of the last day, for the fraud rules. Servers add orders every few seconds. unit (the scanner) and customer
-- are keyed hashes.
create table watched_orders (
  order_id uuid primary key,
  at timestamptz not null,
  agent_id uuid not null,
  customer bytea not null,
  unit bytea,
  outcome text not null
);
create index watched_orders_of_agent on watched_orders (agent_id, at);
create index watched_orders_of_customer on watched_orders (customer, at);
create index watched_orders_by_time on watched_orders (at);

-- The agents who used each scanner (unit) in the last week.
create table watched_units (
  unit bytea not null,
  agent_id uuid not null,
  last_on timestamptz not null,
  primary key (unit, agent_id)
);
create index watched_units_by_time on watched_units (last_on);

-- The alerts of the fraud rules. `facts` has only counts, without personal data.
create table fraud_alerts (
  number bigint generated always as identity primary key,
  rule text not null,
  agent_id uuid not null,
  began_on timestamptz not null,
  last_on timestamptz not null,
  facts jsonb not null,
  stops boolean not null,
  opened_on timestamptz not null,
  closed_on timestamptz,
  closed_by text not null default '',
  why text not null default ''
);
create unique index fraud_alerts_open on fraud_alerts (agent_id, rule) where closed_on is null;
create index fraud_alerts_of_agent on fraud_alerts (agent_id, number);
create index fraud_alerts_closed on fraud_alerts (closed_on) where closed_on is not null;

-- The audit trail

-- Acts, their actors and outcomes. No row contains a secret or an id number. The sealer gives each row a position and a
-- seal after the commit, so that a row of a long transaction is sealed late but not left out. A seal is a key id (4 bytes)
-- and an HMAC over the previous seal and the row (32 bytes).
create table audit_events (
  id uuid primary key,
  happened_on timestamptz not null,
  -- 'agent', 'synthetic', 'staff', 'admin', 'system', or 'stranger' if the caller was not signed in.
  actor_kind text not null,
  agent_id uuid,
  actor text not null,
  action text not null,
  subject text not null,
  outcome text not null,
  request_id text,
  trace_id text,
  address text,
  position bigint,
  seal bytea,
  -- The MAC of the server or command line that wrote the row.
  mac bytea,
  -- The digest with which a row was sealed. Set only if personal data was erased from the row later.
  sealed_digest bytea,
  -- The process that wrote the row, and the row's number among all rows of the process.
  writer uuid,
  writer_count bigint,
  constraint audit_events_sealed check ((position is null) = (seal is null))
);
create index audit_events_of_agent on audit_events (agent_id, happened_on);
create index audit_events_by_time on audit_events (happened_on);
create unique index audit_events_by_position on audit_events (position);
create index audit_events_unsealed on audit_events (happened_on, id) where position is null;
-- By this index, the console lists the audit rows of staff and operators, newest first.
create index audit_events_of_staff on audit_events (happened_on, id) where actor_kind in ('staff', 'admin');
-- By this index, the retention finds audit rows that are kept briefly.
create index audit_events_kept_shortly on audit_events (happened_on)
  where not (actor_kind <> 'stranger'
    and split_part(action, '.', 1) in ('session', 'password', 'passkey', 'order', 'consent'));

-- Old audit rows that are seldom read. The primary key begins with the time, so that the table can be partitioned.
create table audit_archive (
  id uuid not null,
  happened_on timestamptz not null,
  actor_kind text not null,
  agent_id uuid,
  actor text not null,
  action text not null,
  subject text not null,
  outcome text not null,
  request_id text,
  trace_id text,
  address text,
  position bigint not null,
  seal bytea not null,
  mac bytea,
  sealed_digest bytea,
  writer uuid,
  writer_count bigint,
  primary key (happened_on, id)
);
create index audit_archive_by_position on audit_archive (position);
create index audit_archive_of_agent on audit_archive (agent_id, happened_on);

-- The keyed digests of erased audit rows, which keep the chain complete and reveal nothing about the rows.
create table audit_erased (
  position bigint primary key,
  digest bytea not null,
  seal bytea not null
);

-- Each batch of the sealer ends with a signed head: the position and seal of the last row, and the time.
create table audit_heads (
  number bigint primary key,
  position bigint not null unique,
  seal bytea not null,
  marked_on timestamptz not null,
  signature bytea not null,
  version integer not null default 1,
  -- The counts that the sealed rows show for each writer, as JSON that the signature covers.
  tally text,
  -- Digests of the head's rows, to be compared with an evidence pack. The signature covers the digests.
  row_digests bytea
);

-- A head up to which all rows are erased. The server has signed the head again as the new start of the chain.
create table audit_checkpoints (like audit_heads including all);

-- The lock of this row lets one server at a time work on the chain.
create table audit_turn (only_one boolean primary key default true check (only_one));
insert into audit_turn default values;

-- Allows the changes of the sealer, of the retention and of the erasure of an agent. Refuses all other changes.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('ekyc.audit_retention', true) = 'on' then
    return old;
  end if;
  if tg_op = 'UPDATE' and tg_table_name = 'audit_events' then
    if old.position is null and new.position is not null
      and to_jsonb(new) - array['position', 'seal'] = to_jsonb(old) - array['position', 'seal'] then
      return new;
    end if;
  end if;
  if tg_op = 'UPDATE' and tg_table_name in ('audit_events', 'audit_archive')
    and current_setting('ekyc.agent_erasure', true) = 'on' then
    if to_jsonb(new) - array['actor', 'subject', 'mac', 'sealed_digest']
      = to_jsonb(old) - array['actor', 'subject', 'mac', 'sealed_digest'] then
      return new;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name;
end
$$;

do $$
declare
  audited text;
begin
  foreach audited in array array['audit_events', 'audit_archive', 'audit_erased', 'audit_heads', 'audit_checkpoints'] loop
    execute format('create trigger append_only before update or delete on %I
      for each row execute function refuse_audit_change()', audited);
    execute format('create trigger never_emptied before truncate on %I
      for each statement execute function refuse_audit_change()', audited);
  end loop;
end
$$;

-- Refuses a new row that has a position, because only the sealer gives positions.
create trigger sealed_later before insert on audit_events
  for each row when (new.position is not null) execute function refuse_audit_change();

-- The people of the bank in the console

-- The people of the bank's staff who use the console. The bank's identity provider names a person by issuer and
-- subject. Without a provider, both are null, and the person has passkeys.
create table staff (
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
create table staff_sessions (
  token_hash bytea primary key,
  staff_id uuid not null references staff (id) on delete cascade,
  roles text[] not null,
  opened_on timestamptz not null,
  expires_on timestamptz not null,
  last_seen_on timestamptz not null,
  means text not null check (means in ('provider', 'passkey', 'link')),
  provider_session text
);
create index staff_sessions_of_person on staff_sessions (staff_id);

-- The answer to each act, by the idempotency key of the console's request. The act's own transaction writes the row.
create table act_answers (
  staff_id uuid not null references staff (id) on delete cascade,
  key text not null,
  content_hash bytea not null,
  answer jsonb,
  answered_on timestamptz not null,
  primary key (staff_id, key)
);

-- Passkeys of the bank's staff, who have no password.
create table staff_passkeys (
  credential_id bytea primary key,
  staff_id uuid not null references staff (id) on delete cascade,
  public_key bytea not null,
  sign_count bigint not null,
  created_on timestamptz not null,
  last_used_on timestamptz
);
create index staff_passkeys_of_person on staff_passkeys (staff_id);

-- The right of a person to create a first passkey by a link. token_hash is set when the link is shown.
create table staff_enrolments (
  staff_id uuid primary key references staff (id) on delete cascade,
  token_hash bytea unique,
  expires_on timestamptz not null
);

-- The challenges that passkeys sign, each valid once. content_hash is a hash of the act and input of a proof.
create table staff_challenges (
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
create index staff_challenges_expire on staff_challenges (expires_on);

-- The addresses of console pages that a person of the staff has saved, each under a name.
create table saved_views (
  id uuid primary key,
  staff_id uuid not null,
  name text not null,
  address text not null,
  saved_on timestamptz not null,
  unique (staff_id, name)
);

-- What two people decide

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

-- Jobs and imports

-- Jobs continue after the call that started them, in steps of one transaction each. A process holds a job by a lease;
-- another process takes the job over when the lease has run out. All times come from the clock of the database.
create table jobs (
  id uuid primary key,
  kind text not null check (kind in ('import', 'import-undo', 'erase')),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  -- The job's input, who asked for the job, and who approved it ('proposal 12, approved by …'; '' without approval).
  input jsonb not null,
  maker jsonb not null,
  proposal bigint,
  approval text not null default '',
  done bigint not null default 0,
  total bigint not null default 0,
  problem text,
  lease uuid,
  leased_until timestamptz,
  created_on timestamptz not null default now(),
  ended_on timestamptz
);
create index jobs_unended on jobs (created_on) where ended_on is null;

-- Lists of agents that the console's staff import. import_lines has each line of a list and its result, for 30 days.
create table imports (
  id uuid primary key,
  name text not null,
  columns text[] not null,
  state text not null default 'open'
    check (state in ('open', 'planned', 'applying', 'applied', 'undoing', 'undone')),
  on_existing text not null default 'refuse' check (on_existing in ('refuse', 'skip', 'update')),
  leave_out boolean not null default false,
  made_by uuid not null,
  made_on timestamptz not null,
  lines integer not null default 0,
  planned_until integer not null default 0,
  -- A hash of the lines up to planned_until and of their planned results.
  hash text not null default '',
  applied_on timestamptz
);

create table import_lines (
  import_id uuid not null,
  line integer not null,
  mobile text not null,
  details jsonb not null,
  unreadable text,
  becomes text check (becomes in ('added', 'updated', 'unchanged', 'skipped', 'wrong')),
  fields text[] not null default '{}',
  problems jsonb not null default '[]',
  agent_id uuid,
  -- The values of the changed fields at the time of the plan. An undo restores these values.
  before jsonb not null default '{}',
  progress text not null default 'waiting' check (progress in ('waiting', 'done', 'left', 'undone', 'kept')),
  primary key (import_id, line)
);
create index import_lines_by_mobile on import_lines (mobile, import_id, line);
