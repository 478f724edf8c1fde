import { createControl } from '@ekyc/rd-simulator/control'

import { faultFields, misbehave, noFaults } from '../http/misbehave.ts'
import {
  readJson,
  controlRoutes,
  html,
  json,
  escapeHtml,
  page,
  type Answer,
  type Request,
  type Route,
} from '../http/route.ts'
import { isSame } from '../is-same.ts'

/**
 * Simulates the SMS provider and all phones. `POST /sms/messages` { id, to, text } with `Authorization: Bearer <key>` →
 * 202. A message with a repeated id is ignored, however old the id is. The last 500 messages stay in memory.
 */
export function createSms(options: { key: string; now: () => Date }): Route[] {
  const control = createControl(noFaults, faultFields)
  const messages: Message[] = []
  const ids = new Set<string>()

  function accept({ headers, body }: Request): Answer {
    if (!isSame(headers.authorization ?? '', `Bearer ${options.key}`))
      return json(401, { error: 'Wrong key' })
    const { id, to, text } = readJson(body) ?? {}
    if (typeof id !== 'string' || typeof to !== 'string' || typeof text !== 'string' || !id || !to)
      return json(400, { error: 'id, to and text must be text' })
    if (!ids.has(id)) messages.push({ to, text, sentOn: options.now().toISOString() })
    ids.add(id)
    if (messages.length > limit) messages.shift()
    return json(202, { accepted: true })
  }

  function newestFirst({ query }: Request): Message[] {
    return messages.toReversed().filter(({ to }) => (query.get('to') ?? to) === to)
  }

  return [
    {
      method: 'POST',
      path: '/sms/messages',
      handle: request => misbehave(control.settings, request.hungUp, () => accept(request)),
    },
    { method: 'GET', path: '/sms/messages', handle: request => json(200, newestFirst(request)) },
    {
      method: 'GET',
      path: '/sms',
      handle: request =>
        request.headers.accept?.includes('text/html')
          ? html(inboxPage(newestFirst(request)))
          : json(200, control.get()),
    },
    ...controlRoutes('/sms', control).filter(route => route.method !== 'GET'),
  ]
}

const limit = 500

type Message = { to: string; text: string; sentOn: string }

function inboxPage(messages: readonly Message[]): string {
  const list =
    messages.length === 0
      ? '<p class="card">No messages yet. One-time passwords will show up here.</p>'
      : `<ul class="plain">${messages.map(item).join('')}</ul>`
  return page('inbox', 'SMS inbox', { messages: list })
}

function item(message: Message): string {
  const time = `<time datetime="${message.sentOn}">${inIndia.format(new Date(message.sentOn))}</time>`
  return `<li class="card message"><strong>${escapeHtml(message.to)}</strong> <span class="quiet">${time}</span><p>${escapeHtml(message.text)}</p></li>`
}

const inIndia = new Intl.DateTimeFormat('en-IN', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'medium',
  timeStyle: 'medium',
})
