import { paths } from '@ekyc/contract/paths'

import { everyScanner, inTurn, noCopying, permission, press, statesOf } from './screen.ts'

export const deviceCheckScreens = statesOf(paths.deviceCheck, [
  { state: 'nobody signed in', holds: 'nothing', shows: 'Start' },
  { state: 'under way', before: everyScanner('silent'), act: press('Start'), shows: 'Stop' },
  {
    state: 'which scanner',
    before: everyScanner('ready'),
    act: press('Start'),
    shows: 'Which scanner do you want to check?',
  },
  {
    state: 'stopped at what is wrong',
    device: { scenario: 'not-ready' },
    act: press('Start'),
    shows: 'What to do now',
  },
  {
    state: 'kept away by the browser',
    ...permission('denied'),
    shows: 'What to do now',
  },
  {
    state: 'the details not copied',
    before: noCopying,
    device: { scenario: 'not-ready' },
    act: inTurn(press('Start'), press('Copy details')),
    shows: 'The browser did not allow copying',
  },
  { state: 'own finger', act: press('Start'), shows: 'Scan my finger' },
  {
    state: 'good to the end',
    act: inTurn(press('Start'), press('Scan my finger')),
    shows: 'This scanner is ready for customers.',
  },
])
