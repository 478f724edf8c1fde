import { requestOtp } from '../../database/sign-in/one-time-passwords.ts'
import { CommandRefused } from '../../domain/command-refused.ts'
import { act, agentOf, onlyAgent } from '../act.ts'

/** Asks a server to send an OTP, which takes some seconds. Returns the validity of the OTP, in minutes. */
export const sendOtp = act({
  name: 'agent.send-otp',
  input: onlyAgent,
  async run(action, { agent: named }) {
    const agent = await agentOf(action, named)
    if (agent.disabledOn) throw new CommandRefused(`${action.shown(agent.mobile)} is disabled.`)
    await requestOtp(action.db, { mobile: agent.mobile, at: action.at })
    return action.policy().otpLifeMinutes
  },
})
