-- The agent's first log-in with a password alone while a second factor was required. The days of grace begin then.
alter table agents add column grace_began_on timestamptz;

-- The last time at which a correct OTP or passkey for the phone was given from this device or address.
alter table login_attempts add column proven_on timestamptz;

-- Adds the purpose 'log-in'. An agent logs in with a password and a one-time password of this purpose.
alter table one_time_codes drop constraint one_time_codes_purpose_check;
alter table one_time_codes add constraint one_time_codes_purpose_check
  check (purpose in ('first-time', 'reset', 'change', 'passkey', 'log-in'));
