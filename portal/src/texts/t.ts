/**
 * A catalogue slice: English texts by keys that say what the text is for. `{name}` in a text is a place for a value.
 */
export type Catalogue = Record<string, string>

/** Texts of another language by the same keys; a key it lacks is shown in English. */
let translation: Catalogue = {}

export function setTranslation(catalogue: Catalogue): void {
  translation = catalogue
}

/**
 * Makes the `t` of one slice. Each slice is a module of its own, so that a chunk carries only the texts it shows, and
 * a key that is not in the slice does not compile.
 */
export function texts<const C extends Catalogue>(english: C) {
  return (key: keyof C & string, values: Record<string, string | number> = {}): string =>
    (translation[key] ?? english[key] ?? key).replace(/\{(\w+)\}/g, (place, name: string) =>
      String(values[name] ?? place),
    )
}
