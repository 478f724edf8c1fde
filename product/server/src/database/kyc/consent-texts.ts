import type { PublishedConsentText } from '../../domain/kyc/kyc-stores.ts'
import { json, jsonOf, moment, text, textsOf } from '../link/kinds.ts'
import type { Runner } from '../link/runner.ts'
import { columns, statement } from '../link/sql.ts'

/** Keeps the consent texts that servers have published, as long as an order may refer to them. */
export function consentTextsIn(db: Runner) {
  return {
    /** Publishes texts. @returns the languages in which this version was published before with a different text */
    async publish(texts: readonly PublishedConsentText[], at: Date): Promise<string[]> {
      const changed: string[] = []
      for (const published of texts) {
        const [other] = await findOther(db, published)
        if (other) changed.push(other.language)
        await publish(db, { ...published, at })
      }
      return changed
    },

    publishedSince: (since: Date) => listSince(db, { since }),
  }
}

const publish = statement('consentTexts.publish')`
  insert into consent_texts (hash, version, language, text, first_published_on, last_published_on)
  values (${text('hash')}, ${text('version')}, ${text('language')}, ${json('text')}, ${moment('at')}, ${moment('at')})
  on conflict (hash) do update
    set last_published_on = greatest(consent_texts.last_published_on, excluded.last_published_on)`

const findOther = statement('consentTexts.findOther', { language: text })`
  select language from consent_texts
  where version = ${text('version')} and language = ${text('language')} and hash <> ${text('hash')} limit 1`

const items = jsonOf<[item: string, heading: string | null, text: string | null][]>()

/** Finds a consent text by the hash that an order stores. */
export const findConsentText = statement('consentTexts.find', {
  version: text,
  language: text,
  text: items,
})`
  select version, language, text from consent_texts where hash = ${text('hash')}`

export const listConsentTexts = statement('consentTexts.ofVersions', {
  hash: text,
  version: text,
  language: text,
  text: items,
})`
  select hash, version, language, text from consent_texts where version = any(${textsOf<string>()('versions')})
  order by version, language`

const publishedText = { hash: text, version: text, language: text, lastPublishedOn: moment }

const listSince = statement('consentTexts.publishedSince', publishedText)`
  select ${columns(publishedText)} from consent_texts where last_published_on >= ${moment('since')}
  order by last_published_on desc`
