import type { ownTexts } from './texts.ts'

/** The texts of one language by their keys. `{name}` in a text is a placeholder. */
export type Texts = Readonly<Partial<Record<string, string>>>

export type Values = Record<string, string | number>

/** The page may contain the texts of its first screen; language.ts loads the whole catalogue. */
let catalogue = textsInPage()

export function setTexts(texts: Texts): void {
  catalogue = texts
}

/** Tells whether the page contains texts; the dev server's page contains none. */
export function hasTexts(): boolean {
  return Object.keys(catalogue).length > 0
}

/**
 * Returns a text. Each app gives this function the type of its own catalogue, under the name `t`.
 * @throws {Error} the text has not loaded: every screen except the portal's log-in waits for its language
 */
export function textFor(key: string, values: Values = {}): string {
  const text = catalogue[key]
  if (text === undefined) throw new Error(`No text ${key}`)
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
}

/** Returns a text of the parts here. */
export const t: (key: keyof typeof ownTexts, values?: Values) => string = textFor

/** Returns the text of the key; undefined if the key is unknown. */
export function textOf(key: string): string | undefined {
  return catalogue[key]
}

/** A sentence for later, evaluated in the language of the moment that shows it. */
export type Words = () => string

function textsInPage(): Texts {
  const block = typeof document === 'undefined' ? null : document.getElementById('texts')
  // The build wrote this text from a catalogue (the portal's vite/prerender.ts).
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return JSON.parse(block?.textContent ?? '{}') as Texts
}
