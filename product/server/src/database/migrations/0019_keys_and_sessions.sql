-- The data that agents see in the lists of their passkeys and sessions.
alter table passkeys add column name text not null default '';
alter table passkeys add column last_used_on timestamptz;
alter table sessions add column browser text not null default '';
alter table sessions add column os text not null default '';

-- An agent adds a passkey with a one-time password, which has the purpose 'passkey'.
alter table one_time_codes drop constraint one_time_codes_purpose_check;
alter table one_time_codes add constraint one_time_codes_purpose_check
  check (purpose in ('first-time', 'reset', 'change', 'passkey'));
