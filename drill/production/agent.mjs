import { createCipheriv, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

const password = 'Drill@2026'
const calls = '/api/v1/dbs'

/** The fields that every call carries beside its own: header and device. */
export function bodyOf(fields) {
  return { header: { requestId: randomUUID(), datetime: new Date().toISOString() }, device: {}, ...fields }
}

/** Simulates an agent at a caller's computer, with the sandbox's scanner and phone. */
export function agentAt(caller, mobile, world) {
  let token

  async function call(path, fields) {
    const answer = await caller.ask({ path: calls + path, token, body: bodyOf(fields) })
    const body = parsed(answer.body)
    if (!body?.response) throw new Error(`${path}: ${answer.status} ${answer.body}`)
    return { ...answer, ...body }
  }

  async function done(path, fields) {
    const answer = await call(path, fields)
    if (!answer.response.success) throw new Error(`${path}: ${answer.status} ${answer.response.displayMsg}`)
    return answer
  }

  return {
    mobile,
    call,
    token: () => token,

    /** Logs in a newly added agent for the first time: SMS, new password, log-in. */
    async firstLogIn() {
      const asked = new Date().toISOString()
      const { otpDetails } = await done('/user/check', { username: mobile })
      const otp = await otpSince(asked, world, mobile)
      await done('/user/password/set', {
        username: mobile,
        otpDetails: { ...otpDetails, otp },
        newPassword: encrypted(password, mobile),
      })
      await this.logIn()
    },

    async logIn() {
      await done('/user/check', { username: mobile })
      const answer = await done('/user/login/password', {
        username: mobile,
        password: encrypted(password, mobile),
        otpDetails: null,
      })
      token = answer.token
    },

    /** @returns the answer to the submit */
    async runKyc(reference) {
      const { orderId, biometricConstants } = await done('/ekyc/refcode/check/', {
        mobile,
        username: mobile,
        dbsRefCode: reference,
      })
      return done('/ekyc/order/submit', {
        username: mobile,
        sessionId: 's',
        roid: mobile,
        orderId,
        biometricDeviceInfo: await capture(world.device, biometricConstants.wadh, mobile, reference),
        consent: { version: '1', language: 'en', givenOn: new Date().toISOString() },
      })
    },

    /** Read-only calls, which may be repeated at any rate. */
    reads: () =>
      ['/user/profile/get', '/ekyc/order/byUser', '/mis/statistics/get'].map(path => ({
        path: calls + path,
        token,
        body: bodyOf({ username: mobile, id: mobile, pageNo: 1, from: '', to: '', timeframe: '3M' }),
      })),
  }
}

async function otpSince(asked, { sandbox }, mobile) {
  for (let tries = 0; tries < 60; tries++) {
    const [newest] = await (await fetch(`${sandbox}/sms/messages?to=${mobile}`)).json()
    const otp = /\b\d{6}\b/.exec(newest?.text ?? '')?.[0]
    if (otp && newest.sentOn > asked) return otp
    await sleep(500)
  }
  throw new Error(`no OTP came to ${mobile}`)
}

/** Encrypts with AES-128-CBC; the key comes from the phone, the IV from the day in India. */
function encrypted(text, mobile) {
  const day = new Date(Date.now() + 330 * 60_000).toISOString().slice(0, 10).replaceAll('-', '')
  const cipher = createCipheriv('aes-128-cbc', `${mobile}000000`, day + day)
  return Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]).toString('base64')
}

async function capture(device, wadh, mobile, reference) {
  const answer = await fetch(`${device}/rd/capture`, {
    method: 'CAPTURE',
    headers: { 'content-type': 'text/xml' },
    body:
      '<PidOptions ver="1.0"><Opts fCount="1" fType="2" iCount="0" pCount="0" format="0" pidVer="2.0" ' +
      `timeout="20000" posh="UNKNOWN" env="P" wadh="${wadh}"/></PidOptions>`,
  })
  const xml = await answer.text()
  const attribute = (element, name) =>
    new RegExp(`<${element}\\b[^>]*\\s${name}="([^"]*)"`).exec(xml)?.[1] ?? ''
  const text = element => new RegExp(`<${element}\\b[^>]*>([^<]*)<`).exec(xml)?.[1]?.trim() ?? ''
  if (attribute('Resp', 'errCode') !== '0') throw new Error(`the scanner said ${xml.slice(0, 200)}`)
  const info = Object.fromEntries(
    ['rdsId', 'rdsVer', 'dpId', 'dc', 'mi', 'mc'].map(name => [name, attribute('DeviceInfo', name)]),
  )
  return {
    Hmac: text('Hmac'),
    deviceid: info.dc,
    devicever: info.rdsVer,
    meta: { udc: 'DRILL-1', ...info },
    refcode: reference,
    reqid: randomUUID(),
    roid: mobile,
    serialno: '',
    skey: { ci: attribute('Skey', 'ci'), value: text('Skey') },
    tid: 'registered',
    ts: Buffer.from(text('Data'), 'base64').subarray(0, 19).toString(),
    data: { type: attribute('Data', 'type'), value: text('Data') },
  }
}

function parsed(body) {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
