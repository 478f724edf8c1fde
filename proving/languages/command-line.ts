import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { Complaint } from '../../scripts/complaint.ts'
import { consoleEnglish, consoleFolder, english, readCatalogue, writeCatalogue } from './catalogues.ts'
import { check, isFailure, untranslated, type Finding, type Texts } from './check.ts'
import { glossaryGaps } from './glossary.ts'
import { isTranslated, translated, type Translated } from './languages.ts'
import { fromPo, toPo } from './po.ts'

const usage = `Usage: npm run node -- proving/languages/texts.ts export LANGUAGE [FILE.po]
       npm run node -- proving/languages/texts.ts import FILE.po
       npm run node -- proving/languages/texts.ts check [LANGUAGE]

Languages: ${translated.join(', ')}`

/** Runs a command of proving/languages/texts.ts on the catalogues in `folder`, which are the portal's own by default. */
export function runTexts([command, name, file]: string[], folder?: string): void {
  if (command === 'export' && isTranslated(name)) exportTexts(name, resolve(file ?? `${name}.po`), folder)
  else if (command === 'import' && name) importTexts(name, folder)
  else if (command === 'check' && (name === undefined || isTranslated(name)))
    checkTexts(name ? [name] : translated, folder)
  else throw new Complaint(usage)
}

function exportTexts(language: Translated, file: string, folder?: string): void {
  const lacking = glossaryGaps(language)
  if (lacking.length > 0)
    throw new Complaint(
      `proving/languages/glossary.json lacks the language ${language} in: ${lacking.join(', ')}.`,
    )
  writeFileSync(file, toPo(language, readCatalogue(language, folder), english))
  console.log(`${file}: ${Object.keys(english).length} texts`)
}

/**
 * Imports a gettext file, but only if every text keeps every rule. The catalogue keeps its own text if the file has
 * none, or if the file translates an English text that has changed since the export.
 */
function importTexts(file: string, folder?: string): void {
  const { language, texts, changed } = fromPo(readText(file), english)
  const all = { ...readCatalogue(language, folder), ...texts }
  const reasons = describe(findingsOf(language, all, folder).filter(({ rule }) => rule !== 'keys'))
  if (reasons.length > 0)
    throw new Complaint(`${reasons.join('\n')}\n\nNothing was imported. Reasons above: ${reasons.length}.`)
  writeCatalogue(language, all, folder)
  for (const key of changed) console.log(`${key}: not imported, the English has changed since the export`)
  const missing = untranslated(all, english).length
  console.log(
    `product/portal/src/texts/${language}.json: ${missing === 0 ? 'no text' : `${missing} texts`} missing`,
  )
}

export function untranslatedLine(of = translated, folder?: string): string {
  const counts = of.flatMap(language => {
    const { length } = untranslated(readCatalogue(language, folder), english)
    return length === 0 ? [] : [`${language} ${length}`]
  })
  const list =
    counts.length === 0 ? 'none' : `${counts.join(', ')} (npm run node -- proving/languages/texts.ts check)`
  return `Texts that a language shows in English: ${list}`
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Complaint(`${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

function checkTexts(languages: Translated[], folder?: string): void {
  const findings = languages.flatMap(language => {
    const ofConsole = readCatalogue(language, consoleFolder)
    return [
      ...findingsOf(language, readCatalogue(language, folder), folder).map(finding => ({ app: '', finding })),
      // Checks the console's texts only if the console has the language, because the portal has more languages.
      ...(Object.keys(ofConsole).length > 0 ? check(language, ofConsole, consoleEnglish) : []).map(
        finding => ({ app: 'console ', finding }),
      ),
    ].map(({ app, finding }) => ({
      line: `${language} ${app}${finding.key}: ${finding.reason}`,
      fails: isFailure(language, finding),
    }))
  })
  for (const { line, fails } of findings) if (!fails) console.log(line)
  const reasons = findings.filter(({ fails }) => fails).map(({ line }) => line)
  if (reasons.length > 0) throw new Complaint(`${reasons.join('\n')}\n\n${reasons.length} reasons`)
  console.log(`${languages.join(', ')}: every translated text keeps every rule`)
}

function findingsOf(language: Translated, texts: Texts, folder?: string): Finding[] {
  return check(language, texts, english, readCatalogue('hi', folder))
}

function describe(findings: Finding[]): string[] {
  return findings.map(({ key, reason }) => `${key}: ${reason}`)
}
