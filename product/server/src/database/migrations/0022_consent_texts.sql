-- The consent texts that servers have published. An order refers to its text by the hash. The table names no customer.
create table consent_texts (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  version text not null,
  language text not null,
  -- The items of the text in their order, each as [name, heading, text].
  text jsonb not null,
  first_published_on timestamptz not null,
  -- Each server that shows the text updates this time once an hour.
  last_published_on timestamptz not null
);
