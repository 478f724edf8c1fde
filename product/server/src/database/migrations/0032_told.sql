-- The holder of an id number is told of each authentication, by SMS or through the bank: two kinds of messages more.
alter table outbox drop constraint if exists outbox_kind_check, add constraint outbox_kind_check
  check (kind in ('sms', 'kyc-result', 'holder-sms', 'kyc-failed')) not valid;
alter table outbox validate constraint outbox_kind_check;
