/** A part of the catalogue: English texts by key. `{name}` in a text is a placeholder. */
export type Catalogue = Record<string, string>

/** Texts of another language by the same keys; a missing key falls back to English. */
let translation: Catalogue = {}

export function setTranslation(catalogue: Catalogue): void {
  translation = catalogue
}

/**
 * Makes the `t` of one catalogue part. Each part is a module of its own, so that a chunk contains only its own texts,
 * and an unknown key does not compile.
 */
export function texts<const C extends Catalogue>(english: C) {
  return (key: keyof C & string, values: Record<string, string | number> = {}): string =>
    (translation[key] ?? english[key] ?? key).replace(/\{(\w+)\}/g, (place, name: string) =>
      String(values[name] ?? place),
    )
}

/** The names for which the catalogue part has a text of this key: NameIn<typeof t, 'scanner.problem.', ''>. */
export type NameIn<T extends (key: never) => string, Before extends string, After extends string> = {
  [Key in Parameters<T>[0]]: Key extends `${Before}${infer Name}${After}` ? Name : never
}[Parameters<T>[0]]
