import { switchFourEyesOff } from '../database/staff/four-eyes.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import { act, inputOf } from './act.ts'

/** Lets one person do what needs two. An operator does it in an emergency; the console's role may not. */
export const endFourEyes = act({
  name: 'four-eyes.off',
  input: inputOf({}),
  draft() {
    return Promise.reject(new CommandRefused('Only an operator switches four eyes off, with --emergency.'))
  },
  async run({ db, row }) {
    row.subject = 'off'
    const changed = (await switchFourEyesOff(db)).length > 0
    row.unchanged = !changed
    return { changed }
  },
})
