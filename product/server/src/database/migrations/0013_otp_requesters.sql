-- A code belongs to a phone and a requester. The previous version goes on with one_time_passwords.
create table one_time_codes (
  mobile text not null,
  requester text not null,
  ref_id text not null,
  -- Handles of one code share its id: whoever asks while a code of the bank is live joins that code.
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

-- The column address holds the requester. Requesters that are not known share the sends of a phone.
alter table one_time_password_sends add column takes_share boolean not null default true;
create index one_time_password_sends_by_end on one_time_password_sends (sent_on);

alter table address_marks drop constraint address_marks_kind_check;
alter table address_marks add constraint address_marks_kind_check
  check (kind in ('failure', 'check', 'otp-phone', 'wrong-otp'));
