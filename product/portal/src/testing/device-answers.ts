import {
  captureAnswer,
  captureValues,
  deviceAttributes,
  deviceInfoAnswer,
  pidTimestamp,
  sealedAt,
  serviceAnswer,
  type DeviceFacts,
} from '@ekyc/rd-client/testing/device-answers'
import { testTime } from '@ekyc/ui/testing/test-time.ts'

/** The parts of a capture that nobody may keep. */
export const captureParts = {
  skey: captureValues.skey,
  hmac: captureValues.hmac,
  data: captureValues.data,
  certificate: deviceAttributes.mc,
}

export function pidData(
  qScore = '71',
  { at = pidTimestamp, ...facts }: DeviceFacts & { at?: string } = {},
): string {
  return captureAnswer({
    resp: `<Resp errCode="0" errInfo="" fCount="1" fType="2" nmPoints="43" qScore="${qScore}"/>`,
    deviceInfo: deviceInfoAnswer(facts),
    data: `<Data type="X">${sealedAt(at)}</Data>`,
  })
}

export function refusedBy(errCode: string, errInfo?: string): string {
  return `<PidData><Resp errCode="${errCode}"${errInfo === undefined ? '' : ` errInfo="${errInfo}"`}/></PidData>`
}

export function readyDevice(facts?: DeviceFacts) {
  return { RDSERVICE: serviceAnswer(), DEVICEINFO: deviceInfoAnswer(facts), CAPTURE: pidData() }
}

/** Builds a DER certificate that is cut off after the validity. The validity lasts 60 days. */
export function certificate({ endsInDays = 29 } = {}): string {
  const day = 86_400_000
  const validity = sequence(0x30, [
    utcTime(testTime + (endsInDays - 60) * day),
    utcTime(testTime + endsInDays * day),
  ])
  const empty = sequence(0x30, [])
  const body = sequence(0x30, [sequence(0x02, [[1]]), empty, empty, validity])
  return btoa(String.fromCharCode(...sequence(0x30, [body])))
}

function sequence(tag: number, parts: number[][]): number[] {
  const content = parts.flat()
  return [tag, content.length, ...content]
}

function utcTime(ms: number): number[] {
  const text = new Date(ms)
    .toISOString()
    .replace(/[-:T]|\.\d+/g, '')
    .slice(2)
  return sequence(0x17, [Array.from(text, character => character.charCodeAt(0))])
}
