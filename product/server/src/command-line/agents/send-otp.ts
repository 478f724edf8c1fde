import type { CommandUnknownOpts } from '@commander-js/extra-typings'

import { sendOtp } from '../../acts/agents/send-otp.ts'
import { about, examples } from '../command-line.ts'
import type { Operator } from '../operator.ts'

export function addSendOtpCommand(group: CommandUnknownOpts, operator: Operator): void {
  group
    .command('send-otp')
    .summary('Sends an OTP to an agent whom strangers keep from getting one.')
    .description(
      `Limits do not hold for it. The agent presses Continue or Resend OTP on the portal, and types the OTP there within
its time. Make sure whose the number is. A running server makes and sends the code within some seconds.`,
    )
    .argument('<MOBILE>', about.mobile)
    .addHelpText('after', examples('9876543210'))
    .action(async mobile => {
      const minutes = await operator.perform(sendOtp, { agent: mobile })
      await operator.answer(
        `An OTP is on its way to ${mobile}. It is valid for ${minutes} minutes, on the portal's next OTP screen.`,
        { mobile, minutes },
      )
    })
}
