import { paths } from '@ekyc/contract/paths'
import { sessionTexts } from '@ekyc/contract/texts'

import { statesOf, type Screen } from './screen.ts'

export const otherScreens: Screen[] = [
  ...statesOf(paths.profile, [
    { state: 'full', shows: 'Lakshmi Nair' },
    { state: 'nothing known', slice: { profileInfo: null }, shows: 'Unknown User' },
  ]),
  ...statesOf(paths.faq, [
    { state: 'closed', shows: 'Troubleshooting' },
    { state: 'an answer open', act: page => page.locator('summary').nth(4).click(), shows: 'v1.2.8' },
  ]),
  ...statesOf(paths.termsAndConditions, [
    { state: 'nobody signed in', holds: 'nothing', shows: 'Troubleshooting' },
    { state: 'signed in', shows: 'Troubleshooting' },
  ]),
  ...statesOf(paths.privacyPolicy, [{ state: 'as it opens', holds: 'nothing', shows: 'Privacy' }]),
  ...statesOf('elsewhere', [
    { state: 'nobody signed in', holds: 'nothing', opensAt: '/nope', shows: 'not available' },
    { state: 'signed in', opensAt: '/nope', shows: 'not available' },
    {
      state: 'a screen that does not arrive',
      opensAt: paths.deviceCheck,
      before: page => page.route('**/assets/*/device-check-page.js', route => route.abort()),
      shows: sessionTexts.unexpectedError,
    },
  ]),
]
