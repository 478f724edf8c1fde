import type { ownTexts } from './texts.ts'

/** The texts of one language by their keys. `{name}` in a text is a placeholder. */
export type Texts = Readonly<Partial<Record<string, string>>>

export type Values = Record<string, string | number>

/** The current texts. The page contains the texts of its first screen, and language.ts loads all texts. */
let catalogue = textsInPage()

export function setTexts(texts: Texts): void {
  catalogue = texts
}

/**
 * Returns the text of a key, with its placeholders filled in. Each app exports this function as `t`, with the type of
 * its own keys.
 * @throws {Error} if the text has not loaded; every screen except the portal's log-in waits for its texts
 */
export function textFor(key: string, values: Values = {}): string {
  const text = catalogue[key]
  if (text === undefined) throw new Error(`No text ${key}`)
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
}

export const t: (key: keyof typeof ownTexts, values?: Values) => string = textFor

export function textOf(key: string): string | undefined {
  return catalogue[key]
}

/** A function that returns a sentence in the page's language at the time of the call. */
export type Words = () => string

function textsInPage(): Texts {
  const block = typeof document === 'undefined' ? null : document.getElementById('texts')
  // The build wrote this JSON from the texts of a language (the portal's vite/prerender.ts).
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return JSON.parse(block?.textContent ?? '{}') as Texts
}
