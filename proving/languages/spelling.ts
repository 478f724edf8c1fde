import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { inRoot } from '../../scripts/folders.ts'
import type { Texts } from './check.ts'
import type { Translated } from './languages.ts'

const folder = inRoot('proving/languages/words')

/**
 * The languages whose dictionary is good enough. Debian's word lists of Tamil, Odia and Punjabi have so few forms of
 * words that a list of all used words is better.
 */
const withDictionary: readonly Translated[] = ['hi', 'bn', 'mr', 'te', 'gu', 'kn', 'ml']

/** Returns the words that the dictionary of a language lacks, but that a person has accepted. */
export function readAccepted(language: Translated, from = folder): string[] {
  return readFileSync(join(from, `${language}.txt`), 'utf8')
    .split('\n')
    .filter(Boolean)
}

export function writeAccepted(language: Translated, texts: Texts, into = folder): string[] {
  const accepted = unknownWords(language, wordsOf(texts)).toSorted()
  writeFileSync(join(into, `${language}.txt`), accepted.map(word => `${word}\n`).join(''))
  return accepted
}

/** Returns a problem for each unknown word that is not accepted, and for each accepted word that is not needed. */
export function spellingProblems(
  language: Translated,
  texts: Texts,
  accepted = readAccepted(language),
): string[] {
  const unknown = unknownWords(language, wordsOf(texts))
  const command = `npm run texts -- spelling ${language}`
  return [
    ...unknown
      .filter(word => !accepted.includes(word))
      .map(word => `${keyOf(texts, word)}: ${word} is unknown. Correct it, or accept it with: ${command}`),
    ...accepted
      .filter(word => !unknown.includes(word))
      .map(word => `${word} is accepted without a need. Remove it with: ${command}`),
  ]
}

export function canSpell(language: Translated): boolean {
  return !withDictionary.includes(language) || installed.includes(language)
}

const installed = (spawnSync('aspell', ['dicts'], { encoding: 'utf8' }).stdout ?? '').split('\n')

function wordsOf(texts: Texts): string[] {
  return [...new Set(Object.values(texts).flatMap(wordsIn))]
}

function wordsIn(text: string): string[] {
  const words = text.replaceAll(/\{\w+\}/g, ' ').match(/[\p{L}\p{M}\u200c]+/gu) ?? []
  return words.filter(word => !/^[A-Za-z]/.test(word))
}

function keyOf(texts: Texts, word: string): string {
  return Object.keys(texts).find(key => wordsIn(texts[key] ?? '').includes(word)) ?? ''
}

function unknownWords(language: Translated, words: string[]): string[] {
  if (!withDictionary.includes(language)) return words
  const { stdout } = spawnSync('aspell', [`--lang=${language}`, '--encoding=utf-8', 'list'], {
    input: `${words.map(inOldLetters).join('\n')}\n`,
    encoding: 'utf8',
  })
  const reported = new Set(stdout.split('\n').filter(Boolean))
  // aspell splits a word at a letter that is newer than its word list, and reports the parts of the word.
  const parts = [...reported].filter(part => !words.some(word => inOldLetters(word) === part))
  return words.filter(
    word => reported.has(inOldLetters(word)) || parts.some(part => inOldLetters(word).includes(part)),
  )
}

const chillus: Record<string, string> = { ൽ: 'ല്', ൻ: 'ന്', ർ: 'ര്', ൾ: 'ള്', ൺ: 'ണ്' }

/**
 * Replaces Malayalam's newer letters for a final consonant by the older letters, because programs may lack the newer
 * ones. Removes the zero-width non-joiner, because the word lists have most words without it.
 */
export function inOldLetters(text: string): string {
  return text.replaceAll('\u200c', '').replaceAll(/[ൽൻർൾൺ]/g, letter => `${chillus[letter] ?? ''}\u200d`)
}
