import type { Language } from '@ekyc/contract/languages'

/** The name of the chunk with a language's whole catalogue. */
export function textsChunk(language: Language): string {
  return `texts-${language}`
}

/** Returns that name for a module of a catalogue. */
export function textsChunkOf(id: string): string | null {
  const language = /\/texts\/(\w+)[/.]/.exec(id)?.[1]
  return language === undefined ? null : `texts-${language}`
}
