import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import {
  BrandingFile,
  fontMaxBytes,
  languagesOf,
  type BrandFont,
  type Branding,
  type ConsentText,
  type ShownBranding,
} from '@ekyc/contract/branding'
import { consentItems, consentLanguageCodes } from '@ekyc/contract/consent'
import { isRecord } from '@ekyc/contract/is-record'
import { isLanguage, languageCodes, type Language } from '@ekyc/contract/languages'
import type { TSchema } from 'typebox'
import type { TLocalizedValidationError } from 'typebox/error'
import { Pointer, Value } from 'typebox/value'

import { nearestName } from './misspelt-settings.ts'

type Part = {
  items?: TSchema
  properties?: Record<string, TSchema>
  patternProperties?: Record<string, TSchema>
}

export function readBranding(path: string): Branding {
  const { branding, problems } = examineBranding(path)
  if (!branding) throw new Error(`The branding file ${path} cannot be used: ${problems.join('; ')}.`)
  return branding
}

/** @returns the branding, or its problems; a problem may name fields and languages, but quotes no text of the file */
export function examineBranding(path: string): { branding: Branding | undefined; problems: string[] } {
  const { file, problem } = readJson(path)
  if (problem !== undefined) return { branding: undefined, problems: [problem] }
  const unknown = unknownFields(BrandingFile, file, '')
  if (Value.Check(BrandingFile, file)) {
    const { translations: _lines, font: name, ...rest } = file
    const { font, problem: fontProblem = [] } = name === undefined ? {} : readFont(path, name)
    const lacking = [...unknown, ...translationProblems(file), ...consentProblems(file), ...smsProblems(file)]
    const problems = lacking.concat(fontProblem)
    const branding = Object.assign(rest, brandTexts(file), { font })
    return { branding: problems.length > 0 ? undefined : branding, problems }
  }
  const wrong = errorsIn(file).map(error => {
    const field = error.instancePath.slice(1).replaceAll('/', '.') || theFile
    return `${field} ${demandOf(error)}`
  })
  return { branding: undefined, problems: [...wrong, ...unknown] }
}

const theFile = 'the file'

/**
 * Returns the errors of the file. A text may be one string or a map of languages. The errors of a text concern the form
 * that the file uses, or the string form if the file uses neither form.
 */
function errorsIn(file: unknown): TLocalizedValidationError[] {
  const errors = Value.Errors(BrandingFile, file)
  const lacksForm = (form: number, { keyword, schemaPath }: TLocalizedValidationError) =>
    keyword === 'type' && schemaPath.endsWith(`/anyOf/${form}`)
  const areOne = new Set(errors.filter(error => lacksForm(1, error)).map(({ instancePath }) => instancePath))
  return errors.filter(
    error =>
      error.keyword !== 'anyOf' &&
      !lacksForm(1, error) &&
      (areOne.has(error.instancePath) || !lacksForm(0, error)),
  )
}

/** A regular expression alone explains nothing to the file's owner, so the schema's description precedes it. */
function demandOf(error: TLocalizedValidationError): string {
  const words = wantedAt(error.schemaPath)
  if (error.keyword === 'pattern' && words)
    return `must be ${words[0]?.toLowerCase()}${words.slice(1)} (${error.message})`
  const demand =
    error.keyword === 'enum' ? `must be one of ${error.params.allowedValues.join(', ')}` : error.message
  return demand + (words && ` (${words})`)
}

/**
 * A misspelt field would otherwise be ignored. A name that does not begin with a letter, such as $schema, is a comment.
 */
function unknownFields(schema: TSchema, value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  const parts = ('allOf' in schema ? schema.allOf : 'anyOf' in schema ? schema.anyOf : [schema]) as Part[]
  return Object.entries(value).flatMap(([name, inner]) => {
    const [known] = parts.flatMap(({ items, properties, patternProperties }) =>
      [items, properties?.[name], ...Object.values(patternProperties ?? {})].filter(
        part => part !== undefined,
      ),
    )
    const field = path ? `${path}.${name}` : name
    if (known) return unknownFields(known, inner, field)
    if (!/^[a-z]/i.test(name)) return []
    const names = parts.flatMap(({ properties }) => Object.keys(properties ?? {}))
    const meant = nearestName(name, names)
    const hint = meant === undefined ? `; its fields are ${names.join(', ')}` : `: did you mean ${meant}?`
    return [`${path || theFile} has no field ${name}${hint}`]
  })
}

function readJson(path: string): { file?: unknown; problem?: string } {
  let text: string
  try {
    // Some editors on Windows begin a file with a byte-order mark.
    text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    return { problem: `the file cannot be read (${(error as NodeJS.ErrnoException).code})` }
  }
  try {
    return { file: JSON.parse(text) }
  } catch (error) {
    // Keeps only the position: the rest of the error quotes the file, and a wrong path may name a file of secrets.
    const [place = ''] = / \(line \d+ column \d+\)/.exec((error as SyntaxError).message) ?? []
    return { problem: `the file is no JSON${place}` }
  }
}

/** A translation without its original text, such as a notice that the bank has removed, would be shown alone. */
function translationProblems({ translations = {}, notice, support }: BrandingFile): string[] {
  const ownTexts = { notice, hours: support?.hours }
  return Object.entries(translations).flatMap(([language, lines]) => {
    const field = `translations.${language}`
    if (!isLanguage(language)) return [`${field} must be one of ${languageCodes.join(', ')}`]
    return (['notice', 'hours'] as const)
      .filter(line => lines[line] !== undefined && typeof ownTexts[line] !== 'string')
      .map(line =>
        ownTexts[line] === undefined
          ? `${field}.${line} translates nothing: the file itself has none`
          : `${field}.${line} must stand beside the other languages of ${line}`,
      )
  })
}

function consentProblems({ consent: { texts, approved = [] } }: BrandingFile): string[] {
  const lacking = Object.entries(texts).flatMap(([language, text]) =>
    consentLanguageCodes.some(code => code === language)
      ? partsOf(texts.en)
          .filter(part => !partsOf(text).includes(part))
          .map(part => `consent.texts.${language}.${part} is missing: consent.texts.en has it`)
      : [`consent.texts.${language} must be one of ${consentLanguageCodes.join(', ')}`],
  )
  const unwritten = approved.filter(language => !Object.hasOwn(texts, language))
  return [
    ...lacking,
    ...unwritten.map(language => `consent.approved names ${language}, which consent.texts lacks`),
  ]
}

/**
 * Either all languages of an SMS or none must contain `{mark}`, the mark that the screen also shows. With DLT, each
 * text needs its own template id, since telecom operators drop unregistered texts.
 */
function smsProblems({ sms }: BrandingFile): string[] {
  if (!sms) return []
  const isUnregistered = (one: { templateId?: string }) => sms.dlt !== undefined && !one.templateId
  const texts = Object.entries(sms.texts ?? {})
  const originals = [
    { place: 'sms', name: 'oneTimePassword', original: sms.oneTimePassword, translations: sms.translations },
    ...texts.map(([text, one]) => ({
      place: `sms.texts.${text}`,
      name: 'text',
      original: one.text,
      translations: one.translations,
    })),
  ]
  const translated = originals.flatMap(({ place, name, original, translations = {} }) =>
    Object.entries(translations).flatMap(([language, translation]) => {
      const { [name]: text = '' }: Record<string, string> = translation
      const field = `${place}.translations.${language}`
      return [
        ...(isLanguage(language) ? [] : [`${field} must be one of ${languageCodes.join(', ')}`]),
        ...(text.includes('{mark}') === original.includes('{mark}')
          ? []
          : [`${field}.${name} must have {mark} where ${place}.${name} has it, and only there`]),
        ...(isUnregistered(translation)
          ? [`${field}.templateId is missing: sms.dlt registers the other text alone`]
          : []),
      ]
    }),
  )
  const unregistered = texts.filter(([, one]) => isUnregistered(one))
  return [
    ...unregistered.map(
      ([name]) => `sms.texts.${name}.templateId is missing: sms.dlt registers sms.oneTimePassword alone`,
    ),
    ...translated,
  ]
}

function partsOf({ headings, ...texts }: ConsentText): string[] {
  return [
    ...consentItems.filter(item => texts[item] !== undefined),
    ...consentItems.filter(item => headings?.[item] !== undefined).map(item => `headings.${item}`),
  ]
}

function wantedAt(schemaPath: string): string {
  const schema = Pointer.Get(BrandingFile, schemaPath.slice(1)) as { description?: string } | undefined
  return schema?.description ?? ''
}

/** Other languages have only the texts that differ from the bank's own. */
function brandTexts(file: BrandingFile): ShownBranding & Pick<Branding, 'inLanguages'> {
  const [own, ...others] = languagesOf(file)
  const first = shownIn(file, own)
  const known = new Map(Object.entries(first).map(([name, value]) => [name, JSON.stringify(value)]))
  const inLanguages = others.map(language => {
    const fields = Object.entries(shownIn(file, language))
    const differing = fields.filter(([name, value]) => JSON.stringify(value) !== known.get(name))
    return [language, Object.fromEntries(differing)]
  })
  return { ...first, inLanguages: Object.fromEntries(inLanguages) }
}

function shownIn(file: BrandingFile, language: Language): ShownBranding {
  const { consent: _customers, sms: _phones, font: _styles, translations, ...fields } = file
  const shown: ShownBranding = JSON.parse(JSON.stringify(fields), (_name, value: unknown) =>
    isRecord(value) && 'en' in value ? (value[language] ?? value['en']) : value,
  )
  const { notice = shown.notice, hours } = translations?.[language] ?? {}
  return {
    ...shown,
    ...(notice !== undefined && { notice }),
    ...(shown.support && hours !== undefined && { support: { ...shown.support, hours } }),
  }
}

function readFont(brandingPath: string, name: string): { font?: BrandFont; problem?: string } {
  let bytes: Buffer
  try {
    bytes = readFileSync(join(dirname(brandingPath), name))
  } catch (error) {
    return { problem: `font names a file that cannot be read (${(error as NodeJS.ErrnoException).code})` }
  }
  if (bytes.length < headBytes || bytes.toString('latin1', 0, 4) !== 'wOF2')
    return { problem: 'font must be a WOFF2 file: its first bytes are those of another format' }
  if (bytes.length !== bytes.readUInt32BE(8))
    return {
      problem: `font must be a whole file: it has ${bytes.length} bytes, its head says ${bytes.readUInt32BE(8)}`,
    }
  if (bytes.length > fontMaxBytes)
    return {
      problem: `font must have at most ${fontMaxBytes} bytes, for slow lines: it has ${bytes.length}; a subset of your languages' letters is smaller`,
    }
  return { font: { base64: bytes.toString('base64'), isVariable: isVariable(bytes) } }
}

const headBytes = 48

/** Only a font of several weights has the table `fvar` (WOFF 2.0, section 4.1). */
function isVariable(font: Buffer): boolean {
  const [glyf, loca, fvar, named] = [10, 11, 47, 63]
  let at = headBytes
  for (let tables = font.readUInt16BE(12); tables > 0; tables -= 1) {
    const flags = font[at] ?? 0
    const tag = flags & 63
    if (tag === fvar) return true
    const plain = tag === glyf || tag === loca ? 3 : 0
    at = afterNumber(font, at + (tag === named ? 5 : 1))
    if (flags >> 6 !== plain) at = afterNumber(font, at)
  }
  return false
}

/** Each byte of a number except the last has its highest bit set. */
function afterNumber(font: Buffer, start: number): number {
  let at = start
  while ((font[at] ?? 0) & 128) at += 1
  return at + 1
}
