-- The holder of an id number is told of each authentication, by SMS or through the bank: two kinds of messages more. A message
-- is written while the old list is gone and the new one not yet there, too.
alter table outbox drop constraint if exists outbox_kind_check;
alter table outbox add constraint outbox_kind_check
  check (kind in ('sms', 'kyc-result', 'holder-sms', 'kyc-failed')) not valid;
alter table outbox validate constraint outbox_kind_check;
