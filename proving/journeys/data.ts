import { isLanguage } from '@ekyc/contract/languages'
import type { Page } from '@playwright/test'

/** Values from servers, devices and the session, which the portal shows unchanged. */
export type Data = { add(value: unknown): void; in(language: string): Promise<Set<string>> }

export function collectData(page: Page): Data {
  const told: Promise<unknown>[] = []
  const known = new Map<string, { texts: Set<string>; read: number }>()
  page.on('response', response => {
    if (!/\/api\/|branding\.json|:111\d\d\//.test(response.url())) return
    // Ignores a response that is cut off because the browser leaves the page.
    told.push(response.text().then(valueOf, () => undefined))
  })
  return {
    add: value => void told.push(Promise.resolve(value)),
    async in(language) {
      const values = await Promise.all(told)
      const { texts, read } = known.get(language) ?? { texts: new Set(), read: 0 }
      values
        .slice(read)
        .flatMap(value => stringsIn(value, language))
        .forEach(text => texts.add(text))
      known.set(language, { texts, read: values.length })
      return texts
    },
  }
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return [...text.matchAll(/"([^"]*)"/g)].map(([, inside]) => inside)
  }
}

function stringsIn(value: unknown, language: string): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inside]) =>
    isForeign(key, language) ? [] : stringsIn(inside, language),
  )
}

/**
 * Tells whether the value of a key is in another language than the page. The server's sentences are English, and pages
 * in other languages translate them by their codes.
 */
function isForeign(key: string, language: string): boolean {
  if (key === 'displayMsg' || key === 'tpsMsg') return language !== 'en'
  return isLanguage(key) && key !== language
}
