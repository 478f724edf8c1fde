import { expect, test } from 'vitest'

import { readSettings } from './settings.ts'
import { welcome } from './welcome.ts'

const said = (devicePort: number | undefined, env: NodeJS.ProcessEnv) =>
  welcome({
    address: 'http://127.0.0.1:8080',
    sandbox: 'http://127.0.0.1:8090',
    devicePort,
    askedDevicePort: readSettings(env).devicePort,
    dataDir: 'data',
    seconds: 1,
  })

test('the welcome names the device service’s port only when it is not the requested one', () => {
  expect(said(11_100, {})).not.toContain('Device')
  expect(said(11_101, {})).toContain('Device      on port 11101, since 11100 is taken')
  expect(said(undefined, { DEVICE_PORT: 'off' })).not.toContain('Device')
  expect(said(40_123, { DEVICE_PORT: '0' })).not.toContain('Device')
})
