import { spawnSync } from 'node:child_process'

import { describe, expect, test } from 'vitest'

import { translated, type Translated } from './languages.ts'
import { shownTexts } from './shown-texts.ts'

const canSpeak = spawnSync('espeak-ng', ['--version']).status === 0

/** Returns the sounds of the texts. A sign such as "(en)" in the sounds says that the next word is foreign. */
function spoken(language: Translated, ...texts: string[]): string {
  const { stdout } = spawnSync('espeak-ng', ['-v', language, '-q', '--ipa'], {
    input: texts.join('\n\n'),
    encoding: 'utf8',
  })
  return stdout.trim()
}

describe.runIf(canSpeak).each(translated)('the consent in %s', language => {
  const consent = Object.entries(shownTexts(language))
    .filter(([key]) => key.includes('consent.') && key.startsWith('branding/'))
    .map(([, text]) => text)

  test('is read aloud in its language, with no word but Latin names in another', () => {
    expect(consent.length).toBeGreaterThanOrEqual(10)
    const sounds = spoken(language, ...consent.map(text => text.replaceAll(/[A-Za-z]+/g, ' ')))
    expect(sounds.split('\n').filter(line => /\p{L}/u.test(line)).length).toBeGreaterThanOrEqual(
      consent.length,
    )
    expect(sounds).not.toContain('(')
  })

  test('would show a word of another language by its sounds', () => {
    expect(spoken(language, `${consent[0]} refuse`)).toContain('(en)')
    expect(spoken(language, `${consent[0]} ${language === 'ta' ? 'നിരസിക്കാം' : 'மறுக்கலாம்'}`)).toMatch(
      /\((ta|ml)\)/,
    )
  })
})
