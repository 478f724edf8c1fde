import { escapeHtml, page } from '../http/page.ts'

export type Message = { to: string; text: string; sentOn: string }

/** Every message, newest first; it looks for new ones every two seconds and says so to screen readers. */
export function inboxPage(messages: readonly Message[]): string {
  return page({
    title: 'SMS inbox',
    body: `<div id="inbox" aria-live="polite">${list(messages)}</div>`,
    script,
  })
}

function list(messages: readonly Message[]): string {
  if (messages.length === 0)
    return '<p class="card">No messages yet. One-time passwords will show up here.</p>'
  return `<ul class="plain">${messages.map(item).join('')}</ul>`
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

/** Asks for this same page and takes over its list when it has changed. */
const script = `
const inbox = document.getElementById('inbox')
setInterval(async () => {
  if (document.hidden) return
  try {
    const answer = await fetch(location.href, { headers: { accept: 'text/html' } })
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('inbox')
    if (fresh && fresh.innerHTML !== inbox.innerHTML) inbox.replaceChildren(...fresh.childNodes)
  } catch {}
}, 2000)
`
