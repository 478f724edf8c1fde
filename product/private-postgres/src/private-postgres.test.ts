// @module-tag process
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startPrivatePostgres } from './private-postgres.ts'

import { anOwner, stop, query, newFolder, expectNothingLeft, place, withPlace } from './testing/owners.ts'

withPlace()

test('the first start makes a UTF-8 database on 127.0.0.1 alone, with a password, and the next one finds its rows', async () => {
  const folder = newFolder()
  const owner = await anOwner(folder)
  expect(owner.reused).toBe(false)
  const [settings] = await query(
    owner.url,
    `select current_setting('listen_addresses') as addresses, current_setting('unix_socket_directories') as sockets,
       current_setting('fsync') as fsync, current_setting('data_checksums') as checksums,
       current_setting('server_encoding') as encoding, current_setting('password_encryption') as passwords,
       lower('ÄÖ') as lowered`,
  )
  expect(settings).toEqual({
    addresses: '127.0.0.1',
    sockets: '',
    fsync: 'on',
    checksums: 'on',
    encoding: 'UTF8',
    passwords: 'scram-sha-256',
    lowered: 'äö',
  })
  const withAnother = owner.url.replace(/:[0-9a-f]{48}@/, ':another@')
  await expect(query(withAnother, 'select 1')).rejects.toMatchObject({ code: '28P01' })
  expect(statSync(join(folder, 'password')).mode & 0o777).toBe(0o600)
  expect(statSync(folder).mode & 0o777).toBe(0o700)

  await query(owner.url, 'create table notes as select 42 as answer')
  await stop(owner)
  await expectNothingLeft()
  const second = await anOwner(folder)
  expect(second.reused).toBe(false)
  expect(await query(second.url, 'select answer from notes')).toEqual([{ answer: 42 }])
})

test('a folder that cannot be made is refused in one sentence', async () => {
  const file = join(place, 'a-file')
  writeFileSync(file, '')
  await expect(startPrivatePostgres({ folder: join(file, 'postgres') })).rejects.toThrow(
    /^The private PostgreSQL cannot run: its folder .*a-file\/postgres cannot be used \(ENOTDIR\); set DATABASE_URL .*\.$/,
  )
})
