import { escapeHtml, page } from '../http/page.ts'

export type Message = { to: string; text: string; sentOn: string }

/** Lists the messages, newest first. The page fetches new ones every two seconds; screen readers announce them. */
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

/** Fetches this page again and replaces the list if it has changed. */
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
