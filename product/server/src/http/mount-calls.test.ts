import { connect } from 'node:net'

import { calls, type CallName } from '@ekyc/contract/calls'
import { describe, expect, test } from 'vitest'

import { sampleFields } from '../../testing/sample-fields.ts'
import { testCapture } from '../../testing/outside/test-capture.ts'
import { refusal } from '../../testing/refusal.ts'
import { agentPassword, serverOfFile, serverOfTest } from '../../testing/test-server.ts'

const mobile = '9700000001'
const other = '9700000002'
const server = await serverOfFile()
await server.addAgent({ mobile, password: agentPassword })
await server.addAgent({ mobile: other, password: agentPassword })
const token = await server.signIn(mobile)

const fieldsOf: Partial<Record<CallName, string[]>> = {
  checkUser: ['username'],
  resetPassword: ['username'],
  setPassword: ['username', 'otpDetails', 'newPassword'],
  login: ['username', 'password'],
  getProfile: ['username'],
  getStatistics: ['id', 'timeframe'],
  getOutages: ['username'],
  listOrders: ['username', 'pageNo'],
  checkReference: ['mobile', 'dbsRefCode', 'username'],
  submitOrder: ['username', 'sessionId', 'roid', 'orderId', 'biometricDeviceInfo'],
}

const bodyOf = (name: CallName, phone = mobile) => sampleFields(name, phone, server.clock.now())

const names = Object.keys(calls) as CallName[]
const posts = names.filter(name => calls[name].method === 'POST')
const signedIn = names.filter(name => !['public', 'optional-session'].includes(calls[name].access as string))

describe('who may call', () => {
  test.each(signedIn)(
    '[rule 9] %s without a token, with an unknown one, or with one elsewhere is 401',
    async name => {
      const params = { roleId: 'DBS_AGENT' }
      const answers = [
        await server.call(name, bodyOf(name), { params }),
        await server.call(name, bodyOf(name), { params, token: 'A'.repeat(43) }),
        await server.call(name, bodyOf(name), { params, headers: { cookie: `access_token=${token}` } }),
        await server.call(name, { ...bodyOf(name), token, access_token: token }, { params }),
        await server.call(name, bodyOf(name), { params, headers: { authorization: `Basic ${token}` } }),
      ]
      for (const { status, response } of answers)
        expect([status, response]).toEqual([401, refusal('unauthorized')])
    },
  )

  test('[rule 9] two Authorization headers are 401, over a real connection', async () => {
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
    const { hostname, port } = new URL(address)
    const status = await new Promise(resolve => {
      const body = JSON.stringify({ header: {}, device: {}, username: mobile })
      const socket = connect(Number(port), hostname)
      socket.write(
        `POST /api/v1/dbs/user/profile/get HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n` +
          `Authorization: Bearer ${token}\r\nAuthorization: Bearer ${token}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
      )
      socket.once('data', data => {
        resolve(data.toString().split(' ')[1])
        socket.destroy()
      })
    })
    expect(status).toBe('401')
  })

  test('[rule 9] the Authorization header is a bearer and nothing else, or 401', async () => {
    const profile = async (headers: Record<string, string>) =>
      (await server.call('getProfile', bodyOf('getProfile'), { headers })).status
    for (const authorization of [`Bearer ${token}`, `bearer  ${token}`])
      expect(await profile({ authorization })).toBe(200)
    for (const authorization of [`Digest Bearer ${token}`, `Bearer ${token} x`, `Bearer${token}`, token, ''])
      expect(await profile({ authorization })).toBe(401)
    expect(await profile({ 'x-note': 'authorization', authorization: `Bearer ${token}` })).toBe(200)
  })

  test('[rule 9] a call for everybody reads no Authorization, one that knows sessions refuses a wrong one', async () => {
    const headers = { authorization: 'Basic x' }
    const everybody = await server.call('checkUser', bodyOf('checkUser'), { headers })
    const knowsSessions = await server.call('resetPassword', bodyOf('resetPassword'), { headers })
    expect([everybody.status, knowsSessions.status]).toEqual([200, 401])
  })

  test('[API-3] the client-id may be the own phone', async () => {
    expect((await server.call('getProfile', bodyOf('getProfile'), { token, mobile })).status).toBe(200)
  })

  test.each(posts.filter(name => signedIn.includes(name) && name !== 'logout'))(
    '[API-3] [rules 4, 5] %s is 403 when body or headers speak for somebody else, and so is a wrong role',
    async name => {
      const answers = [
        await server.call(name, bodyOf(name, other), { token }),
        await server.call(name, bodyOf(name), { token, mobile: other }),
        await server.call(name, bodyOf(name), { token, headers: { role: 'ROLE_ADMIN' } }),
      ]
      for (const { status, response } of answers)
        expect([status, response]).toEqual([403, refusal('not_yours')])
    },
  )

  test('[rule 5] a withheld privilege and a missing role are 403 at once', async () => {
    await server.addAgent({ mobile: '9700000003', password: agentPassword, withheld: ['DO_EKYC_APP'] })
    await server.addAgent({ mobile: '9700000004', password: agentPassword, role: 'DBS_VIEWER' })
    const withheld = await server.signIn('9700000003')
    const viewer = await server.signIn('9700000004')

    expect(
      (await server.call('checkReference', bodyOf('checkReference', '9700000003'), { token: withheld }))
        .status,
    ).toBe(403)
    expect(
      (await server.call('getStatistics', bodyOf('getStatistics', '9700000003'), { token: withheld })).status,
    ).toBe(200)
    expect(
      (await server.call('getStatistics', bodyOf('getStatistics', '9700000004'), { token: viewer })).status,
    ).toBe(403)
    expect(
      (await server.call('getProfile', bodyOf('getProfile', '9700000004'), { token: viewer }))['user']
        .assignedRoles,
    ).toEqual(['DBS_VIEWER'])
  })

  const forAgents = names.filter(name => typeof calls[name].access !== 'string')

  test.each(forAgents)(
    '[rule 5] %s is 403 with every privilege but without the role DBS_AGENT',
    async name => {
      const phone = `971000000${forAgents.indexOf(name)}`
      await server.addAgent({ mobile: phone, password: agentPassword, role: 'BRANCH_MANAGER' })
      await server.sql(`insert into role_privileges select 'BRANCH_MANAGER', privilege from role_privileges
       where role_id = 'DBS_AGENT' on conflict do nothing`)
      const session = await server.signIn(phone)
      const answer = await server.call(name, bodyOf(name, phone), { token: session })
      expect([answer.status, answer.response]).toEqual([403, refusal('privilege_missing')])
    },
  )

  test.each([
    ['checkReference', 'username'],
    ['checkReference', 'mobile'],
    ['submitOrder', 'username'],
    ['submitOrder', 'roid'],
    ['submitOrder', 'biometricDeviceInfo.roid'],
  ] as const)('[API-3] [rule 4] %s is 403 when %s alone names another phone', async (name, claim) => {
    const biometricDeviceInfo = { ...testCapture(server.clock.now(), mobile), roid: other }
    const changed = claim === 'biometricDeviceInfo.roid' ? { biometricDeviceInfo } : { [claim]: other }
    // A submit without the agent's own order is always 403.
    const { orderId } = await server.call('checkReference', bodyOf('checkReference'), { token })
    const answer = await server.call(name, { ...bodyOf(name), orderId, ...changed }, { token })
    expect([answer.status, answer.response]).toEqual([403, refusal('not_yours')])
  })

  test('[API-9] a role answers its privileges less the withheld ones, to its own agents only', async () => {
    await server.addAgent({ mobile: '9700000005', password: agentPassword, withheld: ['DO_EKYC_APP'] })
    const session = await server.signIn('9700000005')
    const answer = await server.call('getRole', {}, { token: session, params: { roleId: 'DBS_AGENT' } })
    expect(answer['privileges']).toEqual(['SET_NEW_PASSWORD', 'VIEW_APP_DASHBOARD', 'VIEW_COMPLAINTS'])
    for (const roleId of ['DBS_ADMIN', '../x', 'dbs_agent'])
      expect((await server.call('getRole', {}, { token: session, params: { roleId } })).status).toBe(403)
  })

  test('[API-8] the profile is the token owner’s', async () => {
    expect((await server.call('getProfile', bodyOf('getProfile'), { token }))['user']).toEqual({
      name: 'Test Agent',
      mobile,
      email: 'agent@agents.example',
      address: { addressLine1: '1 Test Road', addressLine2: 'Pune' },
      assignedRoles: ['DBS_AGENT'],
    })
  })
})

describe('what a body must be', () => {
  const required: [CallName, string][] = posts.flatMap(name =>
    ['header', 'device', ...(fieldsOf[name] ?? [])].map((field): [CallName, string] => [name, field]),
  )

  test.each(required)(
    '%s without %s, or with it as a number, is a 400 that names it',
    async (name, field) => {
      const body: Record<string, unknown> = { header: {}, device: {}, ...bodyOf(name) }
      const { [field]: _gone, ...missing } = body
      for (const wrong of [missing, { ...body, [field]: field === 'pageNo' ? 'x' : 17 }]) {
        const answer = await post(name, JSON.stringify(wrong))
        expect(answer.status).toBe(400)
        expect(answer.response.displayMsg).toContain(`'${field}'`)
      }
    },
  )

  test.each(posts)('%s takes no text and no list', async name => {
    const bodies = ['', 'null', '[]', '"x"', '7', '{', '{"header":{},}', '{"__proto__":{"x":1}}']
    for (const body of bodies) expect((await post(name, body)).status).toBe(400)
  })

  test('unknown fields and odd header or device contents are let through', async () => {
    const body = {
      username: mobile,
      extra: { a: [1] },
      header: { msgType: 5, datetime: [], requestId: '\u0000' },
      device: { ip: 3 },
    }
    expect((await post('checkUser', JSON.stringify(body))).status).toBe(200)
  })

  test.each([
    ['64 KiB for most', 'checkUser', 64 * 1024],
    ['256 KiB for a submit', 'submitOrder', 256 * 1024],
  ] as const)('bodies may have %s, then 413', async (_what, name, limit) => {
    const auth = { authorization: `Bearer ${token}` }
    const pad = (length: number) =>
      JSON.stringify({ header: {}, device: {}, ...bodyOf(name), pad: 'x'.repeat(length) })
    expect((await post(name, pad(limit), auth)).status).toBe(413)
    expect((await post(name, pad(1_000), auth)).status).not.toBe(413)
  })

  function post(name: CallName, payload: string, headers: Record<string, string> = {}) {
    const auth = signedIn.includes(name) ? { authorization: `Bearer ${token}` } : {}
    return inject('POST', calls[name].path, payload, {
      'content-type': 'application/json',
      ...auth,
      ...headers,
    })
  }
})

describe('the rest of HTTP', () => {
  test.each(names)('the path of %s is the same with and without its final slash', async name => {
    const path = calls[name].path.replace(':roleId', 'DBS_AGENT').replace(/\/$/, '')
    const body = JSON.stringify({ header: {}, device: {}, ...bodyOf(name) })
    const authorization = `Bearer ${name === 'logout' ? 'A'.repeat(43) : token}`
    const headers = { 'content-type': 'application/json', authorization }
    for (const method of ['GET', 'POST', 'DELETE'] as const) {
      const payload = method === calls[name].method && method === 'POST' ? body : undefined
      const [without, withSlash] = [
        await inject(method, path, payload, headers),
        await inject(method, `${path}/`, payload, headers),
      ]
      expect(withSlash.status).toBe(without.status)
      expect(without.status === 405).toBe(method !== calls[name].method)
    }
  })

  test.each([
    ['GET', '/api/v1/dbs/user/check', 405],
    ['DELETE', '/api/v1/dbs/ekyc/order/submit', 405],
    ['POST', '/api/v1/dbs/access/role/id/DBS_AGENT', 405],
    ['POST', '/api/v1/dbs/nothing', 404],
    ['GET', '/api/v1/dbs/%00', 404],
    ['GET', '/api/v1/%zz', 400],
  ] as const)('%s %s is %i, in the envelope', async (method, path, status) => {
    const answer = await inject(method, path)
    expect(answer.status).toBe(status)
    expect(answer.response.success).toBe(false)
  })

  test('[rule 20] every answer carries the security headers', async () => {
    for (const path of [
      '/api/v1/address',
      '/api/v1/dbs/user/check',
      '/login',
      '/nothing/here',
      '/assets/none.js',
      '/health/live',
    ]) {
      const { headers } = await server.app.inject({ url: path })
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers['cache-control']).toContain('no-store')
      expect(headers['server'] ?? headers['x-powered-by']).toBeUndefined()
    }
  })

  test('[rule 20] refusals of every kind carry them too, and behind https the order to stay there', async () => {
    const secure = await serverOfTest({ overHttps: true })
    const json = { 'content-type': 'application/json' }
    const path = '/api/v1/dbs/user/check'
    const ask = (options: object) =>
      secure.app.inject({ method: 'POST', url: path, headers: json, ...options })
    const answers = [
      await ask({ payload: '{' }),
      await ask({ url: '/api/v1/%zz' }),
      await ask({ url: '/api/v1/dbs/user/profile/get', payload: '{"header":{},"device":{}}' }),
      await ask({ url: '/api/v1/nothing', payload: '{}' }),
      await ask({ method: 'DELETE', payload: '{}' }),
      await ask({ payload: JSON.stringify({ pad: 'x'.repeat(70_000) }) }),
      await ask({ headers: { 'content-type': 'text/plain' }, payload: 'x' }),
      await ask({ method: 'GET', url: `/api/v1/dbs/access/role/id/${'x'.repeat(99)}` }),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400, 401, 404, 405, 413, 415, 414])
    for (const { headers } of answers)
      expect(headers).toMatchObject({
        'strict-transport-security': 'max-age=63072000; includeSubDomains',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cache-control': 'no-store',
      })
  })

  test('[API-15] the address look-up tells the caller’s own', async () => {
    expect((await server.call('getAddress', {}, { address: '203.0.113.9' }))['ipAddress']).toBe('203.0.113.9')
  })
})

async function inject(
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  payload?: string,
  headers: Record<string, string> = {},
) {
  const answer = await server.app.inject({ method, url, headers, ...(payload !== undefined && { payload }) })
  return {
    status: answer.statusCode,
    response: answer.json<{ response: { success: boolean; displayMsg: string } }>().response,
  }
}
