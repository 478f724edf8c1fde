import type { CommandUnknownOpts } from '@commander-js/extra-typings'

import { oneTimePasswordsIn } from '../database/one-time-passwords.ts'
import { outboxIn } from '../database/outbox.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import { createOneTimePasswords } from '../domain/one-time-passwords.ts'
import { noBudget } from '../domain/otp-budget.ts'
import { putInOutbox } from '../domain/put-in-outbox.ts'
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
        await createOneTimePasswords({
          keys,
          budget: noBudget,
          outbox: {
            putDecoy: async () => {},
            async putSms(_stores, sms) {
              await putInOutbox(stores, outboxKeys, { ...sms, kind: 'sms', at })
            },
          },
          message,
          policy,
          now: () => at,
          onEvent: () => {},
        }).sendByBank(stores, agent)
        return policy.otpLifeMinutes
      })
      await operator.answer(
        `An OTP is on its way to ${mobile}. It is valid for ${minutes} minutes, on the portal's next OTP screen.`,
        { mobile, minutes },
      )
    })
}
