-- By this index, the retention finds audit rows that are kept briefly. Rows about passkeys stay as long as log-in rows.
create index concurrently audit_events_kept_shortly on audit_events (happened_on)
  where not (actor_kind <> 'stranger'
    and split_part(action, '.', 1) in ('session', 'password', 'passkey', 'order', 'consent'));
