-- Says since when a second person decides. A console or a command line that starts with FOUR_EYES=on adds the row, and
-- from then on no setting of another process counts. `admin four-eyes off` ends it, which is an emergency.
create table four_eyes (
  since timestamptz primary key default now(),
  off_on timestamptz
);
