import type { CommandUnknownOpts } from '@commander-js/extra-typings'

import { oneTimePasswordsIn } from '../database/one-time-passwords.ts'
import { outboxIn } from '../database/outbox.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import type { Outbox } from '../domain/outbox.ts'
import { putInOutbox } from '../domain/put-in-outbox.ts'
import { sendOtpByBank } from '../domain/send-otp-by-bank.ts'
import { agentOf } from './audited.ts'
import { about, examples } from './command-line.ts'
import type { Operator } from './operator.ts'

export function addSendOtpCommand(group: CommandUnknownOpts, operator: Operator): void {
  group
    .command('send-otp')
    .summary('Sends an OTP to an agent whom strangers keep from getting one.')
    .description(
      `Limits do not hold for it. The agent presses Continue or Resend OTP on the portal, and types the OTP there within
its time. Make sure whose the number is. Needs PEPPER, OUTBOX_KEY and the branding file of the server.`,
    )
    .argument('<MOBILE>', about.mobile)
    .addHelpText('after', examples('9876543210'))
    .action(async mobile => {
      const minutes = await operator.audited('agent.send-otp', async action => {
        const agent = await agentOf(action, mobile)
        if (agent.disabledOn) throw new CommandRefused(`${mobile} is disabled.`)
        const { keys, outboxKeys, policy, message } = operator.otpSettings()
        const { db, at } = action
        const stores = { oneTimePasswords: oneTimePasswordsIn(db, 'waits'), outbox: outboxIn(db) }
        const putSms: Outbox['putSms'] = async (_stores, sms) =>
          void (await putInOutbox(stores, outboxKeys, { ...sms, kind: 'sms', at }))
        await sendOtpByBank(stores, agent, { keys, outbox: { putSms }, message, policy }, at)
        return policy.otpLifeMinutes
      })
      await operator.answer(
        `An OTP is on its way to ${mobile}. It is valid for ${minutes} minutes, on the portal's next OTP screen.`,
        { mobile, minutes },
      )
    })
}
