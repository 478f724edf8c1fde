-- When a password alone first logged the agent in while a second factor was required: the days of grace begin here.
alter table agents add column grace_began_on timestamptz;

-- When the phone's OTP, or a passkey, was last good from this device or address.
alter table login_attempts add column proven_on timestamptz;

-- A password and a one-time password of this purpose log an agent in.
alter table one_time_codes drop constraint one_time_codes_purpose_check;
alter table one_time_codes add constraint one_time_codes_purpose_check
  check (purpose in ('first-time', 'reset', 'change', 'passkey', 'log-in'));
