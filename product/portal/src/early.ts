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
 * The build inlines this script into login.html (vite/prerender.ts). When the agent presses Continue, the script sends
 * the checkUser call at once, even before the portal has loaded, and keeps the pressed button. The portal later takes
 * over the answer (api/early-answers.ts) and the button (ui/early-press.ts). The script imports little, because its
 * bytes are part of the page. After the first paint, the script loads the portal and looks up this computer's IP
 * address.
 */

const checkPath: (typeof calls)['checkUser']['path'] = '/api/v1/dbs/user/check'
const brandingPath = '/branding.json'
const { addressLookup: lookupPath = '', portal = '' } = document.currentScript?.dataset ?? {}
/** The longest time that checkUser waits for the IP address, in ms. After it, the call goes out without the address. */
const addressWithinMs = 50

const early: Early = { sessionId, answers: {}, mobile: '' }
globalThis.early = early
// A request before the first paint would delay the paint.
const ip = new Promise<string>(resolve => requestAnimationFrame(() => setTimeout(() => resolve(load()))))

// The focus lets the agent type before the portal has loaded.
if (hasKeyboard()) document.querySelector<HTMLElement>('[name=mobile]')?.focus()

let didNotLoad = false
addEventListener('submit', event => {
  // If the portal fails to load, the browser submits the form to the server, which sends the page back with the typed
  // mobile number in its field.
  if (didNotLoad) return
  checkEarly(event)
  if (event.defaultPrevented) return
  event.preventDefault()
  early.button = event.submitter
  event.submitter?.setAttribute('aria-busy', 'true')
})

/** Loads the portal, and returns this computer's IP address. */
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
  // This handler only prevents an unhandled rejection: the portal reports the failure when it takes over the answer.
  answer.catch(() => {})
  return answer
}
