-- Each kind of message is sent separately. By this index, the due messages of one kind are found without the others.
create index concurrently outbox_waiting_by_kind on outbox (kind, next_attempt_on) where next_attempt_on is not null;
