import type { RegisteredDevice, Vendor } from './registry.ts'
import type { Scheme } from './listener.ts'
import type { OptionRules, PidOptions } from './pid-options.ts'
import type { XmlStyle } from './write-xml.ts'

/** The protocol dialect of one vendor's driver (rd-service.md sections 1 and 3). */
export type Profile = {
  says: string
  /** The value of RDService.info if no fault replaces it. */
  info: string
  scheme: Scheme
  paths: { CAPTURE: string; DEVICEINFO: string }
  /** Returns the Interface elements of the discovery, in the order in which this driver lists them. */
  interfaces: (port: number) => readonly { id: string; path: string }[]
  /** The Params of additional_info, by name. Without Params, the element additional_info is absent. */
  params: (device: RegisteredDevice, ts: string) => Readonly<Record<string, string>>
  /** The value of Resp.errInfo in a success. If undefined, neither successes nor errors contain errInfo. */
  errInfo: string | undefined
  respExtra: (options: PidOptions, ts: string) => Readonly<Record<string, string>>
  qScore: (score: string) => string
  /** The elements that an error answer contains in addition to Resp. */
  errorHolds: 'resp-only' | 'device-info' | 'empty-elements'
  rules: OptionRules
  style: XmlStyle
}

const plain: XmlStyle = {
  prolog: '<?xml version="1.0"?>\r\n',
  newline: '\r\n',
  prefix: '',
  rootAttributes: {},
  lineLength: 0,
  order: {},
}

const usual = {
  scheme: 'http',
  paths: { CAPTURE: '/rd/capture', DEVICEINFO: '/rd/info' },
  params: () => ({}),
  errInfo: '',
  respExtra: () => ({}),
  qScore: (score: string) => score,
  errorHolds: 'resp-only',
  rules: { fTypes: ['0', '1', '2'], env: ['S', 'PP', 'P'], envRequired: false },
  style: plain,
} as const satisfies Partial<Profile>

export const profiles: Record<Vendor, Profile> = {
  mantra: {
    ...usual,
    says: 'The standard to the letter, five Params; env is required, an L1 device',
    info: 'Mantra Authentication Vendor Device Manager (sandbox simulator)',
    interfaces: () => [
      { id: 'DEVICEINFO', path: '/rd/info' },
      { id: 'CAPTURE', path: '/rd/capture' },
    ],
    params: ({ serialNumber, level }, ts) => ({
      srno: serialNumber,
      sysid: '6E3F00D15C0FFEE0BFF0',
      ts: `${ts}+05:30`,
      modality_type: 'Finger',
      device_type: level,
    }),
    errInfo: 'Success',
    errorHolds: 'device-info',
    rules: { ...usual.rules, envRequired: true },
  },
  morpho: {
    ...usual,
    says: 'Host and port inside the paths, no additional_info, broken base64 lines, a line break in qScore; env P only',
    info: 'Morpho_RD_Service (sandbox simulator)',
    paths: { CAPTURE: '/capture', DEVICEINFO: '/getDeviceInfo' },
    interfaces: port => [
      { id: 'CAPTURE', path: `/127.0.0.1:${port}/capture` },
      { id: 'DEVICEINFO', path: `/127.0.0.1:${port}/getDeviceInfo` },
    ],
    respExtra: ({ extra }) => ({ iCount: '', pCount: '', ...extra }),
    qScore: score => `${score}\r\n`,
    rules: { ...usual.rules, env: ['P'] },
    style: { ...plain, prolog: '', newline: '\n', lineLength: 64 },
  },
  startek: {
    ...usual,
    says: 'Paths without a leading slash, namespaces on the root, DeviceInfo before Resp, a single Param',
    info: 'Startek Eng-Inc. FM220U (sandbox simulator)',
    interfaces: () => [
      { id: 'CAPTURE', path: 'rd/capture' },
      { id: 'DEVICEINFO', path: 'rd/info' },
    ],
    params: ({ serialNumber }) => ({ serial_number: serialNumber }),
    respExtra: (_, ts) => ({ iCount: '0', pCount: '0', ts }),
    errorHolds: 'empty-elements',
    style: {
      ...plain,
      prolog: '<?xml version="1.0" encoding="utf-8"?>\r\n',
      newline: '',
      rootAttributes: {
        'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
        'xmlns:xsd': 'http://www.w3.org/2001/XMLSchema',
      },
      order: {
        PidData: ['DeviceInfo', 'Resp', 'Skey', 'Hmac', 'Data'],
        Resp: ['fType', 'iCount', 'pCount', 'errCode', 'errInfo', 'fCount', 'ts', 'nmPoints', 'qScore'],
        RDService: ['info', 'status'],
      },
    },
  },
  secugen: {
    ...usual,
    says: 'No errInfo, no additional_info, Resp last, base64 in lines of 76',
    info: 'SecuGen India Registered device Level 0 RD Service (sandbox simulator)',
    interfaces: () => [
      { id: 'CAPTURE', path: '/rd/capture' },
      { id: 'DEVICEINFO', path: '/rd/info' },
    ],
    errInfo: undefined,
    style: {
      ...plain,
      prolog: '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
      newline: '\n  ',
      lineLength: 76,
      order: {
        PidData: ['Data', 'Hmac', 'Skey', 'DeviceInfo', 'Resp'],
        DeviceInfo: ['mc', 'mi', 'dc', 'rdsVer', 'rdsId', 'dpId'],
      },
    },
  },
  idemia: {
    ...usual,
    says: 'https only, PROCESS_CALL and INFO, whole addresses as paths, a namespace prefix, an L1 device',
    info: 'IDEMIA L1 RD Service (sandbox simulator)',
    scheme: 'https',
    paths: { CAPTURE: '/capture', DEVICEINFO: '/getDeviceInfo' },
    interfaces: port => [
      { id: 'INFO', path: `https://127.0.0.1:${port}/getDeviceInfo` },
      { id: 'PROCESS_CALL', path: `https://127.0.0.1:${port}/capture` },
    ],
    params: ({ serialNumber, level }, ts) => ({
      srno: serialNumber,
      ts: `${ts}+05:30`,
      modality_type: 'Finger',
      device_type: level,
    }),
    errInfo: 'Capture Success',
    errorHolds: 'device-info',
    rules: { ...usual.rules, env: ['P'] },
    style: {
      ...plain,
      prefix: 'rd:',
      rootAttributes: { 'xmlns:rd': 'urn:sandbox:rd-service' },
      order: { PidData: ['Skey', 'DeviceInfo', 'Resp', 'Data', 'Hmac'] },
    },
  },
}
