import { readDeviceInfo, readPidData, readRdService } from '@ekyc/rd-client'

import { differs, met, missed, none, type Judgement } from './judgement.ts'
import type { Exchange, Verb } from './observation.ts'
import { plain, readingOf, textOf } from './reading.ts'

const readers: Record<Verb, (answer: Uint8Array) => unknown> = {
  RDSERVICE: readRdService,
  DEVICEINFO: readDeviceInfo,
  CAPTURE: readPidData,
}

/** Judges the form of an answer: its size, its encoding and its single root. Does not judge the content. */
export function judgedAsDocument(verb: Verb, answer: Exchange): Judgement {
  const code = readingOf(answer, readers[verb]).error?.code
  if (code === 'unreadable' || code === 'too-large') return missed(`${verb} is ${code}`)
  const start = answer.body.subarray(0, 3).join(' ')
  if (start === '239 187 191') return differs(`${verb} begins with a byte-order mark`)
  if (/^(?:255 254|254 255)\b/.test(start)) return differs(`${verb} is UTF-16`)
  const text = textOf(answer)
  const root = /<([\w:-]+)/.exec(text)?.[1]
  const [, ...behind] = text.split(`</${root}>`)
  return behind.join('').trim() === '' ? met(verb) : differs(`${verb} goes on behind its root`)
}

/** Judges a discovery's Interface elements, which must name the paths of CAPTURE and DEVICEINFO on this computer. */
export function judgedInterfaces(answer: Exchange): Judgement {
  const named = [...textOf(answer).matchAll(/<(?:[\w-]+:)?Interface\b[^>]*>/gi)].map(([tag]) => ({
    id: attributeIn(tag, 'id'),
    path: attributeIn(tag, 'path'),
  }))
  const foreign = named.filter(({ path }) => /^(?:https?:)?\/\/(?!127\.0\.0\.1|localhost)/i.test(path))
  if (foreign.length > 0) return missed(`${foreign.map(({ id }) => id).join(', ')} at another host`)
  const has = (...ids: string[]) => named.some(({ id }) => ids.includes(id.toUpperCase()))
  if (!has('CAPTURE', 'PROCESS_CALL') || !has('DEVICEINFO', 'INFO')) return missed('not both')
  const odd = named.filter(
    ({ id, path }) => !['CAPTURE', 'DEVICEINFO'].includes(id) || !/^\/(?!\/|[^/]*:\d)/.test(path),
  )
  return none(
    odd.map(({ id, path }) => plain(`${id} ${path}`)),
    'both',
    differs,
  )
}

/** Returns the names of the attributes (info, errInfo) whose text matches `unfit` or has more than 500 characters. */
export function unfitTexts(_verb: Verb, answer: Exchange): string[] {
  const texts = ['info', 'errInfo'].map(name => ({ name, text: attributeIn(textOf(answer), name) }))
  return texts.filter(({ text }) => unfit.test(text) || text.length > 500).map(({ name }) => name)
}

/** Matches markup, control characters and marks that turn the direction of text. */
const unfit = /<|&(?:lt|#60|#x3c);|[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/iu

/** Names the parts that an incomplete capture lacks, or says that a part has another shape if it lacks none. */
export function missingIn(answer: Exchange): string {
  const parts = ['Resp', 'Skey', 'Hmac', 'Data', 'DeviceInfo']
  const text = textOf(answer)
  const absent = parts.filter(part => !new RegExp(`<(?:[\\w-]+:)?${part}\\b`, 'i').test(text))
  return absent.length > 0 ? `no ${absent.join(', ')}` : 'a part in another shape'
}

/** Returns the value of the first attribute of this name, or '' if there is none. */
export function attributeIn(xml: string, name: string): string {
  return new RegExp(`\\s${name}\\s*=\\s*(["'])([\\s\\S]*?)\\1`, 'i').exec(xml)?.[2] ?? ''
}
