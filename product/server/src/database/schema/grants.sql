-- Grants the roles of deploy/roles.sql, if they exist, their rights. Runs again after each migration, in one
-- transaction. The setting ekyc.tables lists the product's tables: an extension, or an administrator of the bank, may
-- have other tables in the schema.
do $$
declare
  own constant text[] := (select array_agg(quote_ident(relname)) from pg_class
    left join pg_inherits on inhrelid = oid
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
      and coalesce(inhparent::regclass::text, relname) = any(string_to_array(current_setting('ekyc.tables'), ',')));
  everything constant text := array_to_string(own, ', ');
  changeable text;
begin
  if (select count(*) < 3 from pg_roles where rolname in ('ekyc_server', 'ekyc_admin', 'ekyc_auditor')) then
    return;
  end if;
  -- Fails if another role owns a table, because PostgreSQL would only warn that it grants no right on the table.
  if exists (select from pg_tables
    where schemaname = current_schema() and quote_ident(tablename) = any(own)
      and not pg_has_role(current_user, tableowner, 'usage')) then
    raise insufficient_privilege using message = 'tables belong to another role';
  end if;

  execute 'revoke all on ' || everything || ' from ekyc_server, ekyc_admin, ekyc_auditor';
  execute 'grant select, insert, update, delete on ' || everything || ' to ekyc_server, ekyc_admin';

  -- ekyc_server does not manage agents or their rights, but writes passwords and the start of the days of grace.
  revoke all on agents, roles, role_privileges, agent_roles, withheld_privileges from ekyc_server;
  grant select on agents, roles, role_privileges, agent_roles, withheld_privileges to ekyc_server;
  grant update (password_hash, reset_demanded, grace_began_on) on agents to ekyc_server;

  -- What is the staff's, ekyc_server only reads or sweeps: it signs nobody of the bank in, and does none of their acts.
  revoke insert, update, delete on staff, saved_views from ekyc_server;
  revoke insert, update on staff_sessions, staff_proofs, act_answers, imports, import_lines, jobs from ekyc_server;
  revoke delete on reference_records, agent_standing from ekyc_server;
  -- Rows that only begin and end, for whoever writes them.
  revoke update on agent_words, held_orders, one_time_password_sends, passkey_challenges, reference_orders,
    used_captures, watched_orders, withdrawals from ekyc_server, ekyc_admin;
  -- Only the sweeps of a server end these.
  revoke delete on act_answers, jobs, consent_texts, otp_minutes, service_minutes, device_models, staff
    from ekyc_admin;
  -- Only the console signs the staff in, keeps their views, and keeps what it answered.
  revoke insert on staff, staff_sessions, staff_proofs, act_answers from ekyc_admin;
  revoke insert, update, delete on saved_views from ekyc_admin;
  revoke update, delete on staff_proofs from ekyc_admin;
  revoke update on act_answers from ekyc_admin;
  revoke update on agent_roles, withheld_privileges from ekyc_admin;
  revoke insert, update on roles, role_privileges from ekyc_admin;

  -- Every role adds audit rows. Only ekyc_server seals, archives and erases audit rows.
  revoke all on audit_events, audit_archive, audit_erased, audit_heads, audit_checkpoints, audit_turn
    from ekyc_server, ekyc_admin;
  grant select on audit_events, audit_archive, audit_erased, audit_heads, audit_checkpoints
    to ekyc_server, ekyc_admin, ekyc_auditor;
  grant insert on audit_events to ekyc_server, ekyc_admin, ekyc_auditor;
  grant update (position, seal), delete on audit_events to ekyc_server;
  grant insert, delete on audit_archive, audit_erased, audit_heads, audit_checkpoints to ekyc_server;
  grant select, update on audit_turn to ekyc_server;
  -- The console asks for a verification of the chain, and a server does it and tells the result.
  revoke insert, delete on audit_verifications from ekyc_server;
  revoke insert, update, delete on audit_verifications from ekyc_admin;
  -- ekyc_admin removes an erased agent's mobile number from audit rows. Each changed row gets a MAC by the admin.
  grant update (actor, subject, mac, sealed_digest) on audit_events, audit_archive to ekyc_admin;
  grant select, update on audit_turn to ekyc_admin;

  -- Nobody changes a vote, and a proposal changes only in its state, end and result. People vote in the console,
  -- operators propose acts on the command line, and the servers delete ended proposals.
  revoke update on proposals from ekyc_server, ekyc_admin;
  grant update (state, ended_on, result) on proposals to ekyc_server, ekyc_admin;
  revoke insert on proposals, emergencies from ekyc_server;
  revoke insert, update, delete on proposal_votes, proposal_comments
    from ekyc_server, ekyc_admin;
  revoke update on emergencies from ekyc_server, ekyc_admin;
  revoke delete on emergencies from ekyc_admin;

  -- A process adds that four eyes are on, and ekyc_admin alone ends it. Nobody removes a row.
  revoke insert, update, delete on four_eyes from ekyc_server;
  revoke update, delete on four_eyes from ekyc_admin;
  grant update (off_on) on four_eyes to ekyc_admin;
  grant select on four_eyes to ekyc_auditor;

  -- People begin and end legal holds. The servers only read the holds.
  revoke insert, update, delete on holds from ekyc_server;
  revoke update on holds from ekyc_admin;
  -- The server opens exceptions and adds to them, and only people decide exceptions.
  revoke update on exceptions from ekyc_server;
  grant update (reason, needs, tries) on exceptions to ekyc_server;

  revoke all on migrations from ekyc_server, ekyc_admin;
  grant select on migrations to ekyc_server, ekyc_admin, ekyc_auditor;

  -- The role ekyc_console does not exist until roles.sql of a version with the console has run.
  if not exists (select from pg_roles where rolname = 'ekyc_console') then
    return;
  end if;
  execute 'revoke all on ' || everything || ' from ekyc_console';
  execute 'grant select, insert, update, delete on ' || everything || ' to ekyc_console';
  -- The console reads the audit trail and adds audit rows, and never migrates the schema.
  revoke all on audit_events, audit_archive, audit_erased, audit_heads, audit_checkpoints, audit_turn, migrations
    from ekyc_console;
  grant select on audit_events, audit_archive, audit_erased, audit_heads, audit_checkpoints, migrations to ekyc_console;
  grant insert on audit_events to ekyc_console;
  revoke insert, update on audit_verifications from ekyc_console;
  grant insert (asked_on, asked_by) on audit_verifications to ekyc_console;
  -- Only the servers write the following tables, so that an intruder in the console cannot change an order.
  revoke insert, update, delete on orders, daily_counts, reference_records, reference_orders,
    used_captures, device_units, device_models, watched_orders, watched_units, consent_texts, roles, role_privileges, service_minutes, held_orders
    from ekyc_console;
  revoke update on holds from ekyc_console;
  -- The console takes and closes fraud alerts, but does not open or remove alerts.
  revoke insert, update, delete on fraud_alerts from ekyc_console;
  grant update (taken_on, taken_by, closed_on, closed_by, why) on fraud_alerts to ekyc_console;
  revoke insert, update on sessions, passkeys, verified_phones from ekyc_console;
  revoke delete on act_answers, agent_standing, jobs from ekyc_console;
  revoke update on agent_roles, agent_words, withheld_privileges, withdrawals from ekyc_console;
  -- A server makes each code of an agent. The console asks for one, and ends those of a changed mobile number.
  revoke insert, update on one_time_codes, one_time_password_sends, passkey_challenges,
    address_marks, quotas, otp_minutes from ekyc_console;
  revoke delete on otp_requests, exceptions, outbox, consent_texts, one_time_password_sends, passkey_challenges,
    otp_minutes, staff from ekyc_console;
  revoke insert, update, delete on agents from ekyc_console;
  revoke update, delete on proposals from ekyc_console;
  grant update (state, ended_on, result) on proposals to ekyc_console;
  revoke update, delete on proposal_votes, proposal_comments from ekyc_console;
  revoke update, delete on emergencies from ekyc_console;
  revoke insert, update, delete on four_eyes, exceptions from ekyc_console;
  grant insert (since) on four_eyes to ekyc_console;
  grant update (decision, decided_on, decided_by, needs) on exceptions to ekyc_console;
  -- The console changes agents, but does not set a password or begin the days of grace.
  select string_agg(quote_ident(attname), ', ') into changeable from pg_attribute
    where attrelid = 'agents'::regclass and attnum > 0 and not attisdropped and attname not in ('password_hash', 'grace_began_on');
  execute format('grant insert (%1$s), update (%1$s) on agents to ekyc_console', changeable);
end
$$;
