import type { Language } from '@ekyc/contract/languages'
import { mobileLength } from '@ekyc/contract/limits'
import { isMobile } from '@ekyc/contract/rules'
import { CallFailed } from '@ekyc/ui/browser/call-errors.ts'
import { failureWords, isEnglish } from '@ekyc/ui/texts/shown.ts'
import { hasKeyboard } from '@ekyc/ui/browser/has-keyboard.ts'
import { storeLanguage } from '@ekyc/ui/texts/language-cookie.ts'
import { clockOffsetMs } from '@ekyc/ui/browser/server-clock.ts'

import { lookUpAddress, unknownAddress } from '../api/this-device.ts'
import { reachesServer, pageId } from '../api/request.ts'
import { clearAccessToken, readAccessToken } from '../session/access-token.ts'
import { logInOpened, noteLogIn } from '../session/newest-log-in.ts'
import { keepForLogIn, takeForLogIn } from '../session/for-log-in.ts'
import { forgetSessionKey } from '../session/session-key.ts'
import { forgetSession } from '../session/session-storage.ts'
import { setTexts, t } from '../texts/t.ts'
import { askServer, type Intent } from './ask-server.ts'
import { handOver } from './hand-over.ts'
import type { scriptTexts, TemplateName } from './log-in-page.tsx'

/**
 * The script of the log-in's page, which stands after the form and needs no React. It asks the server about the typed
 * number. Meanwhile the portal loads. When both are there, the portal opens the next screen on the same page.
 */

const say: (key: (typeof scriptTexts)[number]) => string = t
const form = part('form')
const field = part('input')
const menu = part('select')
const [next, forgot] = form.querySelectorAll('button')
const { portal: portalFiles = '', texts: textsFile = '', addressLookup = '' } = part('#root').dataset

/** The session stays if the agent leaves the screen earlier, or logs in in another tab (product.md sections 2 and 9). */
const endAfterMs = 1000
const probeAgainMs = 3000

// A request before the first paint would delay the paint.
const painted = new Promise<void>(resolve => requestAnimationFrame(() => setTimeout(resolve)))
const address = painted
  .then(() => lookUpAddress(addressLookup))
  .catch(() => {
    void probe()
    return unknownAddress
  })
const portal = painted.then(() => Promise.all(portalFiles.match(/\S+/g)?.map(load) ?? []))
const shown: Partial<Record<TemplateName, Element[]>> = {}
let isIncomplete = false
let isBusy = false
let isWatching = false
let isFailureOfLine = false

portal.catch(() => {
  isIncomplete = true
  setBusy(false)
  show('notice', say('withoutScript.didNotLoad'))
})

const { notice, mobile } = takeForLogIn()
field.value ||= mobile ?? ''
// A reload of some browsers brings back the language that was chosen before.
menu.value = document.documentElement.lang
if (hasKeyboard()) field.focus()
// A notice means that the session has already ended.
if (notice === undefined) endSessionLater()
else show('notice', notice)

field.addEventListener('input', () => {
  // `maxlength` would also count the spaces and the prefix of '+91 98765 43210'.
  const cut = typedMobile(field.value)
  if (cut !== field.value) field.value = cut
})
menu.addEventListener('change', () => void changeLanguage())
addEventListener('offline', () => void probe())
addEventListener('popstate', () => {
  // Chrome takes Forward to the password screen for a move within this page.
  if (form.isConnected) location.reload()
})
form.addEventListener('submit', event => {
  // Without the portal, the browser sends the form to the server, which sends this page again with the number in it.
  if (isIncomplete) return
  event.preventDefault()
  if (!isBusy) void press(event.submitter === forgot ? 'forgot' : 'continue')
})

function typedMobile(text: string): string {
  return text.replace(/[\s-]/g, '').replace(/^\+91/, '').slice(0, mobileLength)
}

async function press(intent: Intent): Promise<void> {
  hide('notice')
  hide('failure')
  hide('refusal')
  field.removeAttribute('aria-invalid')
  field.removeAttribute('aria-describedby')
  const number = typedMobile(field.value)
  if (!isMobile(number)) return refuse(intent)
  setBusy(true)
  try {
    const checked = await askServer(intent, number, address)
    await portal
    handOver({ mobile: number, checked, pageId: pageId(), address, clockOffsetMs: clockOffsetMs() })
  } catch (error) {
    if (!isIncomplete) await showFailure(error)
  }
}

function refuse(intent: Intent): void {
  show('refusal', say(intent === 'forgot' ? 'signIn.mobileWrongForReset' : 'signIn.mobileWrong'))
  field.setAttribute('aria-invalid', 'true')
  field.setAttribute('aria-describedby', shown.refusal?.[0]?.id ?? '')
  field.focus()
}

async function showFailure(error: unknown): Promise<void> {
  if (!isEnglish()) await loadServerTexts()
  setBusy(false)
  show('failure', ...failureWords(error))
  isFailureOfLine = error instanceof CallFailed && error.kind === 'network'
  if (error instanceof CallFailed && error.status === undefined) void watchServer()
}

/** English needs none, because the server speaks English. */
async function loadServerTexts(): Promise<void> {
  try {
    const { default: texts } = await load(textsFile)
    setTexts(texts)
  } catch {
    // The server's own words stay.
  }
}

async function probe(): Promise<void> {
  if (!(await reachesServer())) await watchServer()
}

async function watchServer(): Promise<void> {
  if (isWatching) return
  isWatching = true
  do {
    show('network', say(navigator.onLine ? 'network.serverAway' : 'network.gone'))
    await new Promise(resolve => setTimeout(resolve, probeAgainMs))
  } while (form.isConnected && !(await reachesServer()))
  isWatching = false
  hide('network')
  if (isFailureOfLine) hide('failure')
}

function endSessionLater(): void {
  const token = readAccessToken()
  const timer = setTimeout(() => {
    if (!form.isConnected || readAccessToken() !== token) return
    // The note comes before the deletion, because a tab that misses the cookie looks for the note.
    if (token !== undefined) noteLogIn(logInOpened)
    clearAccessToken()
    forgetSessionKey()
    forgetSession()
  }, endAfterMs)
  addEventListener('beforeunload', () => clearTimeout(timer))
}

async function changeLanguage(): Promise<void> {
  const { value } = menu
  if (await reachesServer()) {
    storeLanguage(value as Language)
    keepForLogIn({ mobile: field.value, notice: shown.notice?.[0]?.textContent })
    location.replace(location.pathname)
  } else {
    menu.value = document.documentElement.lang
    show('notice', say('language.notLoaded'))
  }
}

function setBusy(on: boolean): void {
  isBusy = on
  if (on) show('working')
  else hide('working')
  for (const name of ['aria-busy', 'aria-disabled'])
    if (on) next?.setAttribute(name, 'true')
    else next?.removeAttribute(name)
  if (forgot) forgot.disabled = on
}

function show(name: TemplateName, ...texts: (string | undefined)[]): void {
  hide(name)
  const template = document.getElementById(name)
  if (!(template instanceof HTMLTemplateElement)) return
  const copy = document.importNode(template.content, true)
  copy.querySelectorAll('[data-text]').forEach((place, at) => {
    place.textContent = texts[at] ?? ''
  })
  shown[name] = [...copy.children]
  if (name === 'working') next?.prepend(copy)
  else if (name === 'refusal') field.parentElement?.after(copy)
  else form.before(copy)
}

function hide(name: TemplateName): void {
  for (const element of shown[name] ?? []) element.remove()
  delete shown[name]
}

function part<Name extends string>(selector: Name) {
  const found = document.querySelector(selector)
  if (!found) throw new Error(`The log-in has no ${selector}.`)
  return found as Name extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Name] : HTMLElement
}

function load(file: string): Promise<{ default: Record<string, string> }> {
  return import(/* @vite-ignore */ file) as Promise<{ default: Record<string, string> }>
}
