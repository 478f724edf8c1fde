-- What a database at step 36 has beside the baseline, which has these steps' schema: the names of its steps, the tables,
-- the index and the function that nothing used any more, and the rows of one agent who logged in and did one KYC. The
-- rows are those of a server of before the baseline, with the keys of the tests.
create table migrations (name text primary key, applied_on timestamptz not null default now());
insert into migrations (name) values
  ('0001_initial'),
  ('0002_audit_chain'),
  ('0003_counts_from_the_index'),
  ('0004_unfinished_for_retention'),
  ('0005_finished_for_retention'),
  ('0006_one_claim_a_reference'),
  ('0007_quotas'),
  ('0008_outbox_lanes'),
  ('0009_session_keys'),
  ('0010_passkeys'),
  ('0011_audit_macs'),
  ('0012_authentication_rows'),
  ('0013_otp_requesters'),
  ('0014_erasure'),
  ('0015_orders_searched'),
  ('0016_service_minutes'),
  ('0017_months'),
  ('0018_reasons_by_day'),
  ('0019_keys_and_sessions'),
  ('0020_audit_writers'),
  ('0021_session_macs'),
  ('0022_consent_texts'),
  ('0023_otp_minutes'),
  ('0024_staff'),
  ('0025_synthetic_agents'),
  ('0026_staff_door'),
  ('0027_staff_passkeys'),
  ('0028_find_agents'),
  ('0029_find_orders'),
  ('0030_proposals'),
  ('0031_jobs_and_imports'),
  ('0032_told'),
  ('0033_second_factor'),
  ('0034_exceptions'),
  ('0035_operators'),
  ('0036_evidence');

create table one_time_passwords (mobile text primary key, expires_on timestamptz not null);
create table unknown_reference_marks (
  agent_id uuid not null references agents (id),
  id uuid not null,
  marked_on timestamptz not null,
  primary key (agent_id, id)
);
create table order_indexing (
  id boolean primary key default true check (id),
  complete_since timestamptz not null
);
insert into order_indexing (complete_since) values ('1970-01-01 00:00Z');
create index audit_events_short_lived on audit_events (happened_on)
  where not (actor_kind <> 'stranger' and split_part(action, '.', 1) in ('session', 'password', 'order', 'consent'));
create function partition_orders(before timestamptz) returns void language sql as '';

insert into agents (id, mobile, name, email, address_line1, address_line2, password_hash, created_on) values
  ('01a42e21-5240-7a08-bf49-b6f772632716', '9350000001', 'Test Agent', 'agent@agents.example', '1 Test Road', 'Pune', '26901bcf.2$argon2id$v=19$m=7168,t=5,p=1$0p212TkJoFFr+fpHITmZ5w$gYf2FHKhlv+AiDE5pzP/MwxAL/iOUJZN4zj8l9/1qcw', '2027-03-10 06:30:00Z');
insert into staff (id, name, issuer, subject, roles, created_on) values
  ('01a42e21-5240-7121-9aa1-88000000000a', 'By a passkey', null, null, '{security}', '2027-03-10 06:30:00Z'),
  ('01a42e21-5240-7121-9aa1-88000000000b', 'By the provider', 'https://sso.bank.example', 'meera', '{security}', '2027-03-10 06:30:00Z');
insert into staff_sessions (token_hash, staff_id, roles, opened_on, expires_on, last_seen_on, means) values
  ('\x01', '01a42e21-5240-7121-9aa1-88000000000a', '{security}', '2027-03-10 06:30:00Z', '2027-03-10 16:30:00Z', '2027-03-10 06:30:00Z', 'passkey'),
  ('\x02', '01a42e21-5240-7121-9aa1-88000000000b', '{security}', '2027-03-10 06:30:00Z', '2027-03-10 16:30:00Z', '2027-03-10 06:30:00Z', 'provider');
insert into agent_roles (agent_id, role_id) values
  ('01a42e21-5240-7a08-bf49-b6f772632716', 'DBS_AGENT');
insert into orders (agent_id, id, reference, status, created_on, expires_on, transaction_id, outcome, message, authority_code, action, completed_on, device, steps) values
  ('01a42e21-5240-7a08-bf49-b6f772632716', '01a42e21-5240-7121-9aa1-883c4ffd020f', 'DBS10036', 'KYC_SUCCESS', '2027-03-10 06:30:00Z', '2027-03-11 06:30:00Z', 'UKC:01a42e2152407a36934ef2510c632d4e', 'verified', 'Identity verified', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', '', '2027-03-10 06:30:00Z', '{"mi": "TEST100", "dpId": "TEST.DP", "unit": "cd1bb59eda0f2b1a8db8b256837108b9", "rdsId": "TEST.WIN.001", "rdsVer": "1.0.1", "certificateEnds": "2081-08-24T02:50:55.000Z"}', '{"asked": 1804660200000, "event": "01a42e21-5240-790e-a9a1-1d2b4a48e112", "server": "vm", "claimed": 1804660200000, "fetched": 1804660200000, "answered": 1804660200000, "captured": 1804660200000}');
insert into reference_orders (reference, order_id, agent_id, created_on) values
  ('DBS10036', '01a42e21-5240-7121-9aa1-883c4ffd020f', '01a42e21-5240-7a08-bf49-b6f772632716', '2027-03-10 06:30:00Z');
insert into reference_records (reference, succeeded_on, failures_on, failures) values
  ('DBS10036', '2027-03-10 06:30:00Z', '2027-03-10', 0);
insert into daily_counts (agent_id, day, kyc_success, kyc_failure, login, reasons) values
  ('01a42e21-5240-7a08-bf49-b6f772632716', '2027-03-10', 1, 0, 1, NULL);
-- A server inserts rows without a position, and seals them later.
alter table audit_events disable trigger sealed_later;
insert into audit_events (id, happened_on, actor_kind, agent_id, actor, action, subject, outcome, request_id, trace_id, address, position, seal, mac, writer, writer_count) values
  ('01a42e21-5240-7c43-869c-43a8c3b7cf3c', '2027-03-10 06:30:00Z', 'admin', '01a42e21-5240-7a08-bf49-b6f772632716', '9350000001', 'agent.add', '9350000001 DBS_AGENT', 'done', NULL, NULL, NULL, 6, '\xab31a3fc6c7a5f76f231cd8fa5b68cdca0e7043abb0ea95c47a64edd06cd461e27af2bac', '\xab31a3fc507bc4f5170432a5f3873b65c285fa599ef0c05a178bad9ae5ced4e95222cc44', '9a262acb-18cd-4984-abe4-5930ceb8463e', 1),
  ('01a42e21-5240-7256-82b9-2409d3fb64af', '2027-03-10 06:30:00Z', 'agent', '01a42e21-5240-7a08-bf49-b6f772632716', '9350000001', 'password.set', 'first-time, hash e5e7177564c559d2', 'done', NULL, NULL, NULL, 1, '\xab31a3fcfd1f0dfb380305f9f3beb79957c8fb0ef974b48c542b5b939bd677909627f2fe', '\xab31a3fc270e2a7d79c8ac378fb9d6382639294c63852b63cc7296e17c53e4df7745a5e6', '9a262acb-18cd-4984-abe4-5930ceb8463e', 2),
  ('01a42e21-5240-7616-9a88-1cd424e42a85', '2027-03-10 06:30:00Z', 'agent', '01a42e21-5240-7a08-bf49-b6f772632716', '9350000001', 'session.open', 'session', 'done', 'hash:c1ed70dc90d28903', '234ad2cdd07e4997885ee968abc40ad6', '127.0.0.1', 3, '\xab31a3fc2c8741d1adf481d4f80c7e0ef85366450d631d03124d3e6b1ef878476ab396f0', '\xab31a3fcde7db48b9b00d3e9c11e7f3546dd6f3a8ad4e1789f74f379df2d1433b3a73271', '9a262acb-18cd-4984-abe4-5930ceb8463e', 3),
  ('01a42e21-5240-75bd-84dc-c312684e4eda', '2027-03-10 06:30:00Z', 'agent', '01a42e21-5240-7a08-bf49-b6f772632716', '9350000001', 'order.open', '01a42e21-5240-7121-9aa1-883c4ffd020f', 'done', 'hash:c1ed70dc90d28903', '3e6f4e9fae7b46329d60da0c85829e80', '127.0.0.1', 2, '\xab31a3fc1e0bbd96036ca3e128f5b6c3249db97d06d78b21a0ffdae33e097c5d135a75ba', '\xab31a3fc3e592783db1d647aa7ee21997febbf692698238073081e7fb697540068e13183', '9a262acb-18cd-4984-abe4-5930ceb8463e', 4),
  ('01a42e21-5240-786a-938c-c03aa056da55', '2027-03-10 06:30:00Z', 'agent', '01a42e21-5240-7a08-bf49-b6f772632716', '9350000001', 'order.submit', '01a42e21-5240-7121-9aa1-883c4ffd020f', 'claimed', 'hash:c1ed70dc90d28903', '8ddaffb5598a456bb952e48636dc3927', '127.0.0.1', 4, '\xab31a3fca81bf5af519c2a6325f01a5d5f572f6bc8d50509f08322194675f4bcda646565', '\xab31a3fcd3b6507d045eadb853e9872e1f028d73646680f5bae468b14dcc41f6c5ede6be', '9a262acb-18cd-4984-abe4-5930ceb8463e', 5),
  ('01a42e21-5240-7a08-9c41-ff0d16986b24', '2027-03-10 06:30:00Z', 'system', '01a42e21-5240-7a08-bf49-b6f772632716', 'server', 'order.settle', '01a42e21-5240-7121-9aa1-883c4ffd020f', 'verified', NULL, NULL, NULL, 5, '\xab31a3fc2e034c73009d181652975a45d3e38ea804fc0a46b423a6c04301be2f9cf805d3', '\xab31a3fcc021157dacadc7296e03c49feb23d5a2379a486da5ed39b1b9cab6724b59c83c', '9a262acb-18cd-4984-abe4-5930ceb8463e', 6);
alter table audit_events enable trigger sealed_later;
insert into audit_heads (number, position, seal, marked_on, signature, version, tally, row_digests) values
  (1, 6, '\xab31a3fc6c7a5f76f231cd8fa5b68cdca0e7043abb0ea95c47a64edd06cd461e27af2bac', '2027-03-10 06:31:00Z', '\xab31a3fce46236316729861f6aef83972b034bb61d147c2efc6628be7801e206d621dfe4d72ce6f3e502cd229b8a81c130389839af678cf68dd1f27bcc29da0ac475490d', 4, '{"9a262acb-18cd-4984-abe4-5930ceb8463e":{"last":6,"lastOn":"2027-03-10T06:30:00.000000Z","said":1,"open":[],"gaps":[]}}', '\x0ea3771b59749126551fc91d7bd54ec5e14c4928f1b6018e552ade2ec7b46a25e45f409473d5396c01748cb6a149a2508f30b2f8905749c656397a4888411ec2b44715e26cb314e1b9355a3762f928522400c4b42ec453478843855d165f43d2d729d3e82319668426a2e7cd47794a1e7c7c0d4e445468abeaa4b3efb16bbd0270509439a1e2f0dc8dad713bf16d986d45c2f39127d1a5952c2679770e6f22eaeb978e754439613c543b9811ed2b9e22eeb7ad351dbaaf6c6aec478f80dbff4f');
