import { oneTimePasswordsIn } from '../database/one-time-passwords.ts'
import { outboxIn } from '../database/outbox.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import type { Outbox } from '../domain/outbox.ts'
import { putInOutbox } from '../domain/put-in-outbox.ts'
import { sendOtpByBank } from '../domain/send-otp-by-bank.ts'
import { act, agentOf, onlyAgent } from './act.ts'

/** Returns the validity of the OTP, in minutes. */
export const sendOtp = act({
  name: 'agent.send-otp',
  input: onlyAgent,
  async run(action, { agent: named }) {
    const agent = await agentOf(action, named)
    if (agent.disabledOn) throw new CommandRefused(`${action.shown(agent.mobile)} is disabled.`)
    const { keys, outboxKeys, policy, message } = action.otpSettings()
    const { db, at } = action
    const stores = { oneTimePasswords: oneTimePasswordsIn(db, 'waits'), outbox: outboxIn(db) }
    const putSms: Outbox['putSms'] = async (_stores, sms) =>
      void (await putInOutbox(stores, outboxKeys, { ...sms, kind: 'sms', at }))
    await sendOtpByBank(stores, agent, { keys, outbox: { putSms }, message, policy }, at)
    return policy.otpLifeMinutes
  },
})
