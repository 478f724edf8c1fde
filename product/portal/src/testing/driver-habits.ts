import { captureAnswer, captureElements, deviceAttributes } from '@ekyc/rd-client/testing/device-answers'

/** The behaviour of a maker's driver or of another program. A missing field means the behaviour of the standard. */
export type Driver = {
  scheme?: 'http' | 'https'
  host?: '127.0.0.1' | 'localhost'
  port?: number
  service?: string
  capturePath?: string
  infoPath?: string
  device?: Partial<typeof deviceAttributes>
  info?: string
  capture?: string
  /** The header lines of each answer to a preflight, RDSERVICE, DEVICEINFO or CAPTURE. */
  headers?: readonly string[]
  /** The delay before each answer to a preflight, RDSERVICE, DEVICEINFO or CAPTURE, in ms. */
  delayMs?: number
  /** The calls that the driver never answers. */
  holds?: 'all' | 'GET'
}

/** A driver that answers 'never' keeps the call open. */
export type DriverAnswer = 'never' | { xml: string; headers?: readonly string[]; delayMs?: number }

export type Habit = {
  name: string
  drivers: readonly Driver[]
  /** The expected state at the end of a Do KYC scan; after a failure, the expected name of the advice. */
  ends: string
  uses?: number
  remembered?: { scheme: 'http' | 'https'; port: number }
}

const cors = [
  'Access-Control-Allow-Origin: *',
  'Access-Control-Allow-Methods: RDSERVICE, DEVICEINFO, CAPTURE',
]
const origin = 'Access-Control-Allow-Origin'

const { resp, deviceInfo, skey, hmac, data } = captureElements
const paths = '<Interface id="DEVICEINFO" path="/rd/info"/><Interface id="CAPTURE" path="/rd/capture"/>'
const service = (interfaces = paths, status = 'READY', info = 'RD service') =>
  `<?xml version="1.0"?><RDService status="${status}" info="${info}">${interfaces}</RDService>`
const named = (capture: string, info: string) =>
  service(`<Interface id="CAPTURE" path="${capture}"/><Interface id="DEVICEINFO" path="${info}"/>`)
const mantra = { dpId: 'MANTRA.MSIPL', rdsId: 'MANTRA.WIN.001', rdsVer: '1.0.8', mi: 'MFS100' }
const mantraL1 = { ...mantra, rdsId: 'RENESAS.MANTRA.001', rdsVer: '1.4.1', mi: 'MFS110' }
const morpho = { dpId: 'Morpho.SmartChip', rdsId: 'SCPL.WIN.001', rdsVer: '1.0.10', mi: 'MSO1300E3L0SW' }
const startek = { dpId: 'STARTEK.ACPL', rdsId: 'ACPL.WIN.001', rdsVer: '1.0.4', mi: 'FM220U' }
const refusal = (code: string, rest = '') => `<PidData><Resp errCode="${code}"${rest}/></PidData>`

const fromMorpho: Driver = {
  device: morpho,
  service: named('/127.0.0.1:11100/capture', '/127.0.0.1:11100/getDeviceInfo'),
  capturePath: '/capture',
  infoPath: '/getDeviceInfo',
}
const overHttps: Driver = {
  scheme: 'https',
  port: 11_101,
  service: named('https://127.0.0.1:11101/capture', 'https://127.0.0.1:11101/getDeviceInfo'),
  capturePath: '/capture',
  infoPath: '/getDeviceInfo',
}
const good = (name: string, driver: Driver, more: Partial<Habit> = {}): Habit => ({
  name,
  drivers: [driver],
  ends: 'captured',
  ...more,
})

export const driverHabits: readonly Habit[] = [
  good('Mantra MFS100 1.0.8', { device: mantra }),
  good('Mantra MFS110 1.4.1, level L1', { device: mantraL1 }),
  good('Morpho 1.0.10, host and port in its paths', fromMorpho),
  good('Startek 1.0.4, paths without a slash', { device: startek, service: named('rd/capture', 'rd/info') }),
  good('SecuGen, Resp last and base64 in lines of 76', {
    capture: `<PidData>${[data, hmac, skey, deviceInfo, resp].join('\n')}</PidData>`,
  }),
  good('IDEMIA L1 over https, whole addresses as paths', overHttps, { uses: 11_101 }),
  good('an https service for localhost alone', { ...overHttps, host: 'localhost' }, { uses: 11_101 }),
  good('a version that is no number', { device: { ...mantra, rdsVer: 'R3' } }),

  good('Interfaces named PROCESS_CALL and INFO', {
    service: service('<Interface id="INFO" path="/i"/><Interface id="PROCESS_CALL" path="/c"/>'),
    capturePath: '/c',
    infoPath: '/i',
  }),
  good('http://localhost in paths', {
    service: named('http://localhost:11100/rd/capture', 'http://localhost:11100/rd/info'),
  }),
  good('single quotes', { service: service().replaceAll('"', "'") }),
  good('status in mixed case', { service: service(paths, ' Ready ') }),
  good('an encoding that is not true', { service: service().replace('?>', ' encoding="utf-16"?>') }),
  good('a stray & in its name', { service: service(paths, 'READY', 'R & D') }),
  good('more scores than fingers', {
    capture: captureAnswer({ resp: '<Resp errCode="0" fCount="1" qScore="91,0"/>' }),
  }),
  good('the last port of the range', { port: 11_120 }, { uses: 11_120 }),

  good('CORS with a star for methods', { headers: [cors[0] ?? '', 'Access-Control-Allow-Methods: *'] }),
  good('CORS with the page’s own origin', { headers: [`${origin}: https://portal.example`, cors[1] ?? ''] }),
  { name: 'no CORS headers', drivers: [{ headers: [] }], ends: 'closedToPages' },
  {
    name: 'no CORS headers, and no answer to a GET',
    drivers: [{ headers: [], holds: 'GET' }],
    ends: 'closedToPages',
  },
  {
    name: 'CORS for another page',
    drivers: [{ headers: [`${origin}: https://maker.example`, cors[1] ?? ''] }],
    ends: 'closedToPages',
  },
  {
    name: 'CORS methods in lower case',
    drivers: [{ headers: [cors[0] ?? '', 'Access-Control-Allow-Methods: rdservice, capture'] }],
    ends: 'closedToPages',
  },

  good('240 ms for each answer', { delayMs: 240 }),
  good('3 s for each answer', { delayMs: 3000 }),
  good(
    '240 ms over https, remembered',
    { ...overHttps, delayMs: 240 },
    { uses: 11_101, remembered: { scheme: 'https', port: 11_101 } },
  ),
  good(
    'moved away from the remembered port',
    { port: 11_105 },
    { uses: 11_105, remembered: { scheme: 'http', port: 11_100 } },
  ),
  {
    name: 'takes calls and answers none',
    drivers: [{ holds: 'all' }],
    ends: 'serviceStuck',
  },
  {
    name: 'takes calls over https and answers none',
    drivers: [{ ...overHttps, holds: 'all' }],
    ends: 'serviceStuck',
  },

  { name: 'no driver', drivers: [], ends: 'noService' },
  {
    name: 'NOTREADY for want of a registration',
    drivers: [{ service: service(paths, 'NOTREADY', 'Device not registered') }],
    ends: 'notRegistered',
  },
  {
    name: 'NOTREADY beside a ready driver over https',
    drivers: [{ service: service(paths, 'NOTREADY') }, overHttps],
    ends: 'captured',
    uses: 11_101,
  },
  {
    name: 'NOTREADY beside a ready driver that needs 1.6 s',
    drivers: [{ service: service(paths, 'NOTREADY') }, { port: 11_103, delayMs: 1600 }],
    ends: 'captured',
    uses: 11_103,
  },
  {
    name: 'two ready drivers',
    drivers: [{ device: mantra }, { ...fromMorpho, port: 11_101 }],
    ends: 'choose',
  },

  good('a device that must be set up again', { capture: '<Resp errCode="740"/>' }, { ends: 'reinitialise' }),
  good('a code that is no number', { capture: refusal('E-1', ' errInfo="Kaput"') }, { ends: 'unknownCode' }),
  good(
    'a code that is unknown, and a text that is not',
    { capture: refusal('-1138', ' errInfo="Device not registered"') },
    { ends: 'notRegistered' },
  ),
]

export function answerOf(
  driver: Driver,
  { method, target }: { method: string; target: string },
): DriverAnswer {
  const { headers = cors, delayMs = 0, holds, capturePath = '/rd/capture', infoPath = '/rd/info' } = driver
  if (holds === 'all' || holds === method) return 'never'
  const answer = (xml: string) => ({ xml, headers, delayMs })
  if (method === 'OPTIONS') return answer('')
  if (method === 'RDSERVICE') return answer(driver.service ?? service())
  if (method === 'DEVICEINFO' && target === infoPath) return answer(driver.info ?? deviceOf(driver))
  if (method === 'CAPTURE' && target === capturePath) {
    return answer(driver.capture ?? captureAnswer())
  }
  return method === 'GET' ? { xml: '' } : 'never'
}

function deviceOf({ device }: Driver): string {
  const attributes = { ...deviceAttributes, ...device }
  return Object.entries(attributes).reduce(
    (xml, [name, value]) => xml.replace(new RegExp(` ${name}="[^"]*"`), ` ${name}="${value}"`),
    l0Services.includes(attributes.rdsId)
      ? deviceInfo.replace(/<Param name="device_type"[^>]*>/, '')
      : deviceInfo,
  )
}

/** The rdsId of the services whose DeviceInfo reports no level. */
const l0Services = [mantra, morpho, startek].map(({ rdsId }) => rdsId)
