import type { PublishedConsentText } from '../../domain/kyc/kyc-records.ts'
import { columns, sql, statement, t, type SqlRunner } from '../link/sql.ts'

export function createConsentTextStore(db: SqlRunner) {
  return {
    /** @returns the languages in which this version was published before with a different text */
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
  values (${t.text('hash')}, ${t.text('version')}, ${t.text('language')}, ${t.json('text')}, ${t.moment('at')},
    ${t.moment('at')})
  on conflict (hash) do update
    set last_published_on = greatest(consent_texts.last_published_on, excluded.last_published_on)`

const findOther = statement('consentTexts.findOther', { language: t.text })`
  select language from consent_texts
  where version = ${t.text('version')} and language = ${t.text('language')} and hash <> ${t.text('hash')} limit 1`

export const listConsentTexts = statement('consentTexts.ofVersions', {
  hash: t.text,
  version: t.text,
  language: t.text,
  text: t.jsonOf<[item: string, heading: string | null, text: string | null][]>(),
})`
  select hash, version, language, text from consent_texts where version = any(${t.textsOf<string>()('versions')})
  order by version, language`

const publishedText = { hash: t.text, version: t.text, language: t.text, lastPublishedOn: t.moment }

const listSince = statement('consentTexts.publishedSince', publishedText)`
  select ${columns(publishedText)} from consent_texts where last_published_on >= ${t.moment('since')}
  order by last_published_on desc`

const withdrawal = { reference: t.text, number: t.text, agentId: t.uuid, withdrawnOn: t.moment }

/** @returns no row if the consent is withdrawn already, and the bank is not told yet */
export const insertWithdrawal = statement('withdrawals.insert', { number: t.text })`
  insert into withdrawals (reference, number, agent_id, withdrawn_on, tell_on)
  values (${t.text('reference')}, ${t.text('number')}, ${t.uuid('of')}, ${t.moment('at')}, ${t.moment('tellOn')})
  on conflict do nothing returning number`

export const listDueWithdrawals = statement('withdrawals.listDue', { reference: t.text })`
  select reference from withdrawals where tell_on <= ${t.moment('at')} order by reference`

/** @returns no row if there is no such withdrawal, or if its hour is over (`isDue` false) or not over yet (true) */
export const takeWithdrawal = statement('withdrawals.take', withdrawal)`
  delete from withdrawals where reference = ${t.text('reference')}
    and (tell_on <= ${t.moment('at')}) = ${t.boolean('isDue')}
  returning ${columns(withdrawal)}`

const isUndelivered = sql`
  agent_id = any(${t.uuids('agentIds')}) and id = any(${t.uuids('ids')}) and body is not null`

/** Sends waiting results no more, until they are erased or the withdrawal is taken back. */
export const pauseResults = statement('withdrawals.setAside', { id: t.uuid })`
  update outbox set next_attempt_on = null, last_error = 'consent withdrawn' where ${isUndelivered} returning id`

export const resumeResults = statement('withdrawals.sendAgain')`
  update outbox set next_attempt_on = ${t.moment('at')}, last_error = null
  where ${isUndelivered} and next_attempt_on is null`

/** Erases results that are not yet delivered to the bank. Their outbox rows stay as dead letters. */
export const eraseUndeliveredResults = statement('eraseResults.waiting', { id: t.uuid })`
  update outbox set body = null, next_attempt_on = null, dead_on = ${t.moment('at')}, last_error = 'consent withdrawn'
  where ${isUndelivered} returning id`
