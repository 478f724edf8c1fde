import { bytes, json, jsonOf, moment, nullable, text, uuid } from '../link/column-types.ts'
import { columns, statement } from '../link/sql.ts'

const actAnswer = { contentHash: bytes, answer: nullable(jsonOf<object>()) }

/** Waits if another transaction holds the key. No row means that the key has an answer. */
export const reserveActAnswer = statement('actAnswers.hold', { key: text })`
  insert into act_answers (staff_id, key, content_hash, answered_on)
  values (${uuid('staffId')}, ${text('key')}, ${bytes('contentHash')}, ${moment('at')})
  on conflict do nothing returning key`

export const storeActAnswer = statement('actAnswers.keep')`
  update act_answers set answer = ${json('answer')} where staff_id = ${uuid('staffId')} and key = ${text('key')}`

export const findActAnswer = statement('actAnswers.find', actAnswer)`
  select ${columns(actAnswer)} from act_answers where staff_id = ${uuid('staffId')} and key = ${text('key')}`
