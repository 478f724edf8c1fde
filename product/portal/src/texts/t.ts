import type english from './en.ts'

export type TextKey = keyof typeof english

/** The texts of one language by their keys. `{name}` in a text is a placeholder. */
export type Catalogue = Readonly<Record<TextKey, string>>

/** The page contains the texts of its first screen; language.ts loads the whole catalogue. */
let catalogue = textsInPage()

export function setTexts(texts: Partial<Catalogue>): void {
  catalogue = texts
}

/** Tells whether the page contains texts; the dev server's page contains none. */
export function hasTexts(): boolean {
  return Object.keys(catalogue).length > 0
}

/**
 * @throws {Error} the text has not loaded: every screen except the log-in's first waits for its language
 * (app/routes.tsx)
 */
export function t(key: TextKey, values: Record<string, string | number> = {}): string {
  const text = catalogue[key]
  if (text === undefined) throw new Error(`No text ${key}`)
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place))
}

/** Returns the text of the key; undefined if the key is unknown. */
export function textOf(key: string): string | undefined {
  return (catalogue as Partial<Record<string, string>>)[key]
}

/** A sentence for later, evaluated in the language of the moment that shows it. */
export type Words = () => string

export function words(...sentence: Parameters<typeof t>): Words {
  return () => t(...sentence)
}

/**
 * The names that complete a key of the catalogue: NameIn<'scanner.problem.', ''> has every name that follows
 * 'scanner.problem.'.
 */
export type NameIn<Before extends string, After extends string> = {
  [Key in TextKey]: Key extends `${Before}${infer Name}${After}` ? Name : never
}[TextKey]

function textsInPage(): Partial<Catalogue> {
  const block = typeof document === 'undefined' ? null : document.getElementById('texts')
  // The build wrote this text from a catalogue (vite/prerender.ts).
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return JSON.parse(block?.textContent ?? '{}') as Partial<Catalogue>
}
