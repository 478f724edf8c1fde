import { isLanguage, languageCodes, type Language } from '@ekyc/contract/languages'
import type { Page } from '@playwright/test'

import { ownMonths } from '../../languages/languages.ts'
import { isOf } from './catalogues.ts'
import type { Data } from '../data.ts'

/**
 * Returns the page's texts, accessible names and titles that are unknown: they are in neither the catalogue of their
 * language nor `data` nor the browser's own words. Also returns texts with digits other than 0 to 9.
 */
export async function foreignTexts(page: Page, data: Data, shown?: ShownTexts): Promise<string[]> {
  const found: string[] = []
  for (const [lang, texts] of Object.entries(shown ?? (await page.evaluate(readTexts)))) {
    const language = isLanguage(lang) ? lang : 'en'
    const ofBrowser = await browserWords(page, language)
    // Reads the data after the texts, so that the data include every shown value.
    const known = await data.in(language)
    const isOne = (text: string) =>
      isPlain.test(text) || known.has(text) || ofBrowser.has(text) || isOf(language, text, isKnown)
    const isKnown = (text: string): boolean =>
      isOne(text) || joints.some(joint => isJoined(text.split(joint)))
    // Tells whether all parts of a text are known. The portal joins facts into one line, such as a device and its
    // driver.
    const isJoined = (parts: string[]) =>
      parts.length > 1 && parts.every(part => isKnown(part) || [...known].some(one => one.includes(part)))
    for (const text of new Set(texts)) {
      if (!isKnown(text)) found.push(`not in ${language}: ${text}`)
      if (/(?![0-9])\p{Nd}/u.test(text)) found.push(`native digits: ${text}`)
    }
  }
  return found
}

const joints = [/\n */, ' · ', ' – ', ': ', / \(|\)/, ', ']

/**
 * Matches texts that need no translation: numbers, signs, addresses, initials, the browser's name, and the
 * values that the tests in screens/ send and type.
 */
const isPlain =
  /^([\p{N}\p{P}\p{S}\p{Z}]*|\S+:[\d–]*\/?|(?:[\p{Lu}\p{Lo}]\p{M}*){1,2}|READY|(Chromium|HeadlessChrome) \d+|(Model|Scanner) 1110\d|NOBODY|dbs20001)$/u

export type ShownTexts = Record<string, string[]>

/** Returns the page's texts. The function is sent to the page as text, so it uses nothing from outside its body. */
export function readTexts(): ShownTexts {
  const texts: ShownTexts = {}
  add(document.documentElement, document.title)
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement
    // Skips the language menu, which names each language in that language, and parts for a page whose scripts do not
    // run.
    if (!element || element.closest('script, noscript, style, option[lang], body > [hidden]')) continue
    // A text that may break at a <wbr> is one text.
    const isBroken = element.querySelector(':scope > wbr') !== null
    add(element, isBroken ? element.textContent : walker.currentNode.nodeValue)
  }
  for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
    for (const element of document.querySelectorAll(`[${name}]`)) add(element, element.getAttribute(name))
  return texts

  function add(element: Element, text: string | null): void {
    const lang = element.closest('[lang]')?.getAttribute('lang') ?? ''
    if (text?.trim()) (texts[lang] ??= []).push(text.trim())
  }
}

const wordsOfBrowser = new Map<Language, Set<string>>()

/** Returns the browser's names of languages and of two years' months, and the portal's own month names, if any. */
async function browserWords(page: Page, language: Language): Promise<Set<string>> {
  const known = wordsOfBrowser.get(language)
  if (known) return known
  const { words, thisYear } = await page.evaluate(
    ({ tag, codes }) => {
      const year = new Date().getFullYear()
      const months = (['narrow', 'short', 'long'] as const).flatMap(month => {
        const format = new Intl.DateTimeFormat(tag, { month, ...(month === 'long' && { year: 'numeric' }) })
        return Array.from({ length: 24 }, (_, index) => format.format(new Date(year - 1, index, 15)))
      })
      const names = new Intl.DisplayNames(tag, { type: 'language' })
      return { words: [...months, ...codes.map(code => names.of(code) ?? code)], thisYear: year }
    },
    { tag: language === 'en' ? language : `${language}-IN-u-nu-latn`, codes: languageCodes },
  )
  const all = new Set([...words, ...ownMonths(language, [thisYear - 1, thisYear])])
  wordsOfBrowser.set(language, all)
  return all
}
