-- Jobs continue after the call that started them, in steps of one transaction each. A process holds a job by a lease;
-- another process takes the job over when the lease has run out. All times come from the clock of the database.
create table jobs (
  id uuid primary key,
  kind text not null check (kind in ('import', 'import-undo', 'erase')),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  -- The job's input, who asked for the job, and who approved it ('proposal 12, approved by …'; '' without approval).
  input jsonb not null,
  maker jsonb not null,
  proposal bigint,
  approval text not null default '',
  done bigint not null default 0,
  total bigint not null default 0,
  problem text,
  lease uuid,
  leased_until timestamptz,
  created_on timestamptz not null default now(),
  ended_on timestamptz
);
create index jobs_unended on jobs (created_on) where ended_on is null;

-- Lists of agents that the console's staff import. import_lines has each line of a list and its result, for 30 days.
create table imports (
  id uuid primary key,
  name text not null,
  columns text[] not null,
  state text not null default 'open'
    check (state in ('open', 'planned', 'applying', 'applied', 'undoing', 'undone')),
  on_existing text not null default 'refuse' check (on_existing in ('refuse', 'skip', 'update')),
  leave_out boolean not null default false,
  made_by uuid not null,
  made_on timestamptz not null,
  lines integer not null default 0,
  planned_until integer not null default 0,
  -- A hash of the lines up to planned_until and of their planned results.
  hash text not null default '',
  applied_on timestamptz
);

create table import_lines (
  import_id uuid not null,
  line integer not null,
  mobile text not null,
  details jsonb not null,
  unreadable text,
  becomes text check (becomes in ('added', 'updated', 'unchanged', 'skipped', 'wrong')),
  fields text[] not null default '{}',
  problems jsonb not null default '[]',
  agent_id uuid,
  -- The values of the changed fields at the time of the plan. An undo restores these values.
  before jsonb not null default '{}',
  progress text not null default 'waiting' check (progress in ('waiting', 'done', 'left', 'undone', 'kept')),
  primary key (import_id, line)
);
create index import_lines_by_mobile on import_lines (mobile, import_id, line);
