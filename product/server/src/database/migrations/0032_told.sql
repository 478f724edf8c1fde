-- Adds two kinds of messages that tell the holder of an id number about each authentication: by SMS, or through the
-- bank. Servers can write messages at any time, even while the old check is dropped and the new one is not added yet.
alter table outbox drop constraint if exists outbox_kind_check;
alter table outbox add constraint outbox_kind_check
  check (kind in ('sms', 'kyc-result', 'holder-sms', 'kyc-failed')) not valid;
alter table outbox validate constraint outbox_kind_check;
