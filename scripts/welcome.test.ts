import { expect, test } from 'vitest'

import { readSettings } from './settings.ts'
import { welcome } from './welcome.ts'

const said = (devicePort: number | undefined, env: NodeJS.ProcessEnv, own = {}) =>
  welcome({
    address: 'http://127.0.0.1:8080',
    sandbox: 'http://127.0.0.1:8090',
    devicePort,
    console: 'http://localhost:8070',
    askedDevicePort: readSettings(env).devicePort,
    dataDir: 'data',
    seconds: 1,
    ...own,
  })

test('the welcome names the device service’s port only when it is not the requested one', () => {
  expect(said(11_100, {})).not.toContain('Device')
  expect(said(11_101, {})).toContain('Device      on port 11101, since 11100 is taken')
  expect(said(undefined, { DEVICE_PORT: 'off' })).not.toContain('Device')
  expect(said(40_123, { DEVICE_PORT: '0' })).not.toContain('Device')
})

test('with a bank and an SMS provider of one’s own, the welcome promises neither demo references nor an inbox', () => {
  const own = said(11_100, {}, { ownBank: 'https://bank.example', ownSms: 'https://sms.example' })
  expect(own).not.toContain('DBS10001')
  expect(own).not.toContain('inbox')
  expect(own).toContain('http://127.0.0.1:8090/people')
  expect(said(11_100, {}, { ownBank: 'https://bank.example' })).toContain(
    'SMS inbox   http://127.0.0.1:8090/sms',
  )
})
