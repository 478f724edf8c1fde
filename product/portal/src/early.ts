import type { calls } from '@ekyc/contract/calls'
import { isMobile } from '@ekyc/contract/rules'

import { readAddress } from './api/address-answer.ts'
import { forgetEarlyAnswer, timed, type Early } from './api/early-answers.ts'
import { jsonRequest } from './api/json-request.ts'
import { requestHeader, sessionId } from './api/request-header.ts'
import { learnClock, serverNow, type Timed } from '@ekyc/ui/server-clock.ts'
import { thisDevice, unknownAddress } from './api/this-device.ts'
import { typedMobile } from './features/sign-in/typed-mobile.ts'
import { fieldText } from '@ekyc/ui/field-text.ts'
import { hasKeyboard } from '@ekyc/ui/has-keyboard.ts'

/**
 * The build inlines this script into login.html (vite/prerender.ts). It sends the call of Continue at the press, even
 * before the portal has loaded, and keeps an early submit; the portal takes both over (api/early-answers.ts,
 * ui/early-press.ts). It imports little, since its bytes are part of the page. After the first paint it loads the
 * portal and looks up the address.
 */

const checkPath: (typeof calls)['checkUser']['path'] = '/api/v1/dbs/user/check'
const brandingPath = '/branding.json'
const { addressLookup: lookupPath = '', portal = '' } = document.currentScript?.dataset ?? {}
/** After this time the call goes out without the address. */
const addressWithinMs = 50

const early: Early = { sessionId, answers: {}, mobile: '' }
globalThis.early = early
// A request before the first paint would delay the paint.
const ip = new Promise<string>(resolve => requestAnimationFrame(() => setTimeout(() => resolve(load()))))

// The agent may type before the portal has loaded.
if (hasKeyboard()) document.querySelector<HTMLElement>('[name=mobile]')?.focus()

let didNotLoad = false
addEventListener('submit', event => {
  // If the portal fails to load, the browser submits the form to the server, which answers with the page and its
  // number.
  if (didNotLoad) return
  checkEarly(event)
  if (event.defaultPrevented) return
  event.preventDefault()
  early.button = event.submitter
  event.submitter?.setAttribute('aria-busy', 'true')
})

/** Loads the portal, and returns this computer's address. */
function load(): Promise<string> {
  void ask(brandingPath, timed(brandingPath, { cache: 'no-cache' }))
  portal.match(/\S+/g)?.forEach(file => void import(/* @vite-ignore */ file).catch(tellFailure))
  return ask(lookupPath, timed(lookupPath, { cache: 'no-store' }))
    .then(answer => {
      learnClock(answer)
      return readAddress(answer.response.clone())
    })
    .catch(() => unknownAddress)
}

function tellFailure(): void {
  didNotLoad = true
  early.button?.removeAttribute('aria-busy')
  document.getElementById('did-not-load')?.removeAttribute('hidden')
}

function checkEarly({ target, submitter }: SubmitEvent): void {
  if (!(target instanceof HTMLFormElement)) return
  const fields = new FormData(target, submitter)
  const mobile = fields.get('intent') === 'continue' ? typedMobile(fieldText(fields, 'mobile')) : ''
  if (mobile === early.mobile) return
  early.mobile = mobile
  forgetEarlyAnswer(checkPath)
  if (isMobile(mobile)) void ask(checkPath, checkUser(mobile))
}

async function checkUser(mobile: string): Promise<Timed> {
  const late = new Promise<string>(resolve => setTimeout(resolve, addressWithinMs, unknownAddress))
  const body = {
    header: requestHeader('CHECK_USER', serverNow()),
    device: thisDevice(await Promise.race([ip, late])),
    username: mobile,
  }
  return timed(checkPath, jsonRequest('POST', body))
}

function ask(address: string, answer: Promise<Timed>): Promise<Timed> {
  early.answers[address] = answer
  // The portal reports a failure when it takes the answer over.
  answer.catch(() => {})
  return answer
}
