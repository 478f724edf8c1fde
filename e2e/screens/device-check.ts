import { paths } from '@ekyc/contract/paths'

import { byName, everyScanner, noCopying, permission, press, statesOf, type Screen } from './screen.ts'

export const deviceCheckScreens: Screen[] = statesOf(paths.deviceCheck, [
  { state: 'nobody signed in', holds: 'nothing', shows: 'Start' },
  { state: 'under way', before: page => everyScanner(page, 'silent'), act: press('Start'), shows: 'Stop' },
  {
    state: 'which scanner',
    before: page => everyScanner(page, 'ready'),
    act: press('Start'),
    shows: 'Which scanner shall be checked?',
  },
  {
    state: 'stopped at what is wrong',
    device: { scenario: 'not-ready' },
    act: press('Start'),
    shows: 'What to do now',
  },
  {
    state: 'kept away by the browser',
    opensAt: byName,
    before: permission('denied'),
    act: press('Start'),
    shows: 'What to do now',
  },
  {
    state: 'the report not copied',
    device: { scenario: 'not-ready' },
    before: noCopying,
    async act(page) {
      await press('Start')(page)
      await press('Copy report')(page)
    },
    shows: 'Not copied',
  },
  { state: 'own finger', act: press('Start'), shows: 'Scan my finger' },
  {
    state: 'good to the end',
    async act(page) {
      await press('Start')(page)
      await press('Scan my finger')(page)
    },
    shows: 'This scanner is ready for customers.',
  },
])
