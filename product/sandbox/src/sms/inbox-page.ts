import { escapeHtml, page } from '../http/page.ts'

export type Message = { to: string; text: string; sentOn: string }

export function inboxPage(messages: readonly Message[]): string {
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
