import english from './en.ts'

export type TextKey = keyof typeof english
export type Catalogue = Readonly<Record<TextKey, string>>

let catalogue: Partial<Catalogue> = english

export function setTexts(texts: Partial<Catalogue>): void {
  catalogue = texts
}

export function t(key: TextKey, values: Record<string, string | number> = {}): string {
  return (catalogue[key] ?? english[key]).replace(/\{(\w+)\}/g, (place, name: string) =>
    String(values[name] ?? place),
  )
}
