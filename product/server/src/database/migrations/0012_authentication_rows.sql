-- Rows of passkeys and one-time passwords are kept as an authentication; this index serves the retention of all others.
create index concurrently audit_events_kept_shortly on audit_events (happened_on)
  where not (actor_kind <> 'stranger'
    and split_part(action, '.', 1) in ('session', 'password', 'passkey', 'order', 'consent'));
