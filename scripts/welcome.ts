import { join, relative } from 'node:path'

type OwnSystems = { ownBank?: string | undefined; ownSms?: string | undefined }

export function welcome(
  started: OwnSystems & {
    address: string
    sandbox: string | undefined
    devicePort: number | undefined
    console: string | undefined
    askedDevicePort: number | 'off'
    dataDir: string
    seconds: number
  },
): string {
  const { sandbox, devicePort, askedDevicePort, dataDir, seconds } = started
  // Browsers allow passkeys at a name, and not at an IP address.
  const address = started.address.replace('//127.0.0.1:', '//localhost:')
  const console = started.console ? [`  Console     ${started.console}  (for the bank's staff)`] : []
  return [
    '',
    `The portal is ready (after ${seconds.toFixed(1)} s):  ${address}`,
    '',
    ...(sandbox
      ? [
          ...demo(address, sandbox, started),
          ...console,
          ...device(devicePort, askedDevicePort),
          `  Logs        ${relative(process.cwd(), join(dataDir, 'logs'))}`,
          '',
        ]
      : console),
    'Ctrl-C stops everything.',
  ].join('\n')
}

function demo(address: string, sandbox: string, own: OwnSystems): string[] {
  return [
    '  Log in      9000000005  Agent@2026  Lakshmi Nair, with 2,000 past orders',
    '              9000000001  Agent@2026  Asha Verma',
    `              9000000002  first time: OTP from the SMS${own.ownSms ? '' : ' inbox'}`,
    '              9000000003  Agent@2026  no access · 9000000004  Agent@2026  no KYC',
    ...(own.ownBank
      ? [`  References  those of your bank (BANK_URL); ids that the authority knows: ${sandbox}/people`]
      : [
          '  References  DBS10001 success · DBS20001 no match · DBS30001 locked · DBS40001 too late · DBS50001 garbage',
        ]),
    own.ownSms ? '  SMS         your own provider sends them (SMS_URL)' : `  SMS inbox   ${sandbox}/sms`,
    `  Control     ${sandbox}/control  (finger, device, authority${own.ownBank ? '' : ', bank'})`,
    `  API         ${address}/docs`,
  ]
}

/**
 * Returns a line with the device's port if it differs from the requested port. The portal finds the port by itself,
 * because it tries eleven ports, but a person needs to know the port.
 */
function device(port: number | undefined, asked: number | 'off'): string[] {
  const isAsAsked = ['off', '0', String(port)].includes(String(asked))
  if (port === undefined || isAsAsked) return []
  return [`  Device      on port ${port}, since ${asked} is taken`]
}
