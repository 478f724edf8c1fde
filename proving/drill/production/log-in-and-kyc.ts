import { auditRows } from './audit-rows.ts'
import type { Report } from './report.ts'
import type { SetUp } from './set-up.ts'
import type { Stage } from './first-start.ts'

/** Logs in every agent for the first time, each from a separate computer, and does a KYC as each agent. */
export async function logInAndKyc(setUp: SetUp, report: Report, { agents, callers }: Stage): Promise<void> {
  for (const [index, agent] of agents.entries()) {
    await agent.logInByOtp()
    const answer = await agent.runKyc(`DBS1000${index}`)
    report.check(
      `${agent.mobile} logs in and does a KYC over https`,
      answer.response.success && answer.transactionId.startsWith('UKC:'),
      answer.response.displayMsg,
    )
  }
  const proxy = await setUp.addressOf('proxy', 'front')
  const addresses = new Set((await auditRows(setUp)).map(({ address }) => address).filter(Boolean))
  const callerAddresses = callers.map(({ address }) => address)
  report.check(
    "the audit rows carry the callers' own addresses, and not the proxy's",
    callerAddresses.every(address => addresses.has(address)) &&
      !addresses.has(proxy) &&
      addresses.size === callerAddresses.length,
    `rows: ${[...addresses].join(', ')}; proxy: ${proxy}`,
  )

  const [caller] = callers
  const page = await caller.ask({ method: 'GET', path: '/login', base: `http://${setUp.host}` })
  const call = await caller.ask({ path: '/api/v1/dbs/user/check', base: `http://${setUp.host}`, body: {} })
  report.check('a page that is asked for by http is led to https', page.status === 308, String(page.status))
  report.check('a call that comes by http is refused', call.status === 403, `${call.status} ${call.body}`)
  const inside = await Promise.all(
    ['/metrics', '/health/ready', '/health/live'].map(path => caller.ask({ method: 'GET', path })),
  )
  report.check(
    'health and metrics are hidden from outside',
    inside.every(({ status }) => status === 404),
    inside.map(({ status }) => status).join(', '),
  )
}
