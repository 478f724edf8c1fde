-- Each one-time password belongs to a phone and a requester. The previous version still uses one_time_passwords.
create table one_time_codes (
  mobile text not null,
  requester text not null,
  ref_id text not null,
  -- The id of the code. A requester who gets a handle for a code that the bank sent has a row with that code and id.
  code_id text not null,
  purpose text not null check (purpose in ('first-time', 'reset', 'change')),
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

-- True if the send counts towards the limit that all unknown requesters of a phone share. address is the requester.
alter table one_time_password_sends add column takes_share boolean not null default true;
create index one_time_password_sends_by_end on one_time_password_sends (sent_on);

alter table address_marks drop constraint address_marks_kind_check;
alter table address_marks add constraint address_marks_kind_check
  check (kind in ('failure', 'check', 'otp-phone', 'wrong-otp'));
