-- The consent texts that servers have published: an order names its text by the hash. No customer is named here.
create table consent_texts (
  hash text primary key check (hash ~ '^[0-9a-f]{64}$'),
  version text not null,
  language text not null,
  -- Items in their order: [name, heading, text].
  text jsonb not null,
  first_published_on timestamptz not null,
  -- Each server says it once an hour for as long as it shows the text.
  last_published_on timestamptz not null
);
