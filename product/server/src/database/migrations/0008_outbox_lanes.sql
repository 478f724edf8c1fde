-- Each kind of messages leaves by a lane of its own, which must not read past the due messages of the others.
create index concurrently outbox_waiting_by_kind on outbox (kind, next_attempt_on) where next_attempt_on is not null;
