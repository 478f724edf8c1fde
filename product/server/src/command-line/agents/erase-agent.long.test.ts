import { expect, test } from 'vitest'

import { minuteMs } from '../../domain/clocks.ts'
import { withAdmin } from '../../../testing/with-admin.ts'

const { server, admin, json } = await withAdmin()
const { signedInAgent } = server

test('an erasure waits longer for a statement than a call does', async () => {
  const { mobile, id: agentId } = await signedInAgent()
  await admin(`agents disable ${mobile} --yes`)
  server.clock.advance(6 * minuteMs)
  // A call's connection gives a statement up after 5 s, and a silent server after 8 s.
  await server.sql(`create function wait_a_while() returns trigger language plpgsql as
       $$ begin perform pg_sleep(8.5) where exists (select from changed); return null; end $$;
     create trigger wait_a_while after update on audit_events referencing new table as changed
       for each statement execute function wait_a_while()`)
  expect(await json(`agents erase ${mobile} --yes`)).toMatchObject({ code: 0, id: agentId })
})
