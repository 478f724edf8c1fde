import type { AnswerOf } from '@ekyc/contract/console/shapes'

import { shownAction, shownOutcome } from '../texts/action.ts'
import styles from './happened.module.css'

type Row = AnswerOf<'listAgentTrail'>['rows'][number]

/** Shows one audit row in words: the action, an outcome other than `done`, the actor, and the subject. */
export function Happened({
  row: { action, outcome, subject, actor },
}: {
  row: Pick<Row, 'action' | 'outcome' | 'subject' | 'actor'>
}) {
  return (
    <span className={styles.happened}>
      {shownAction(action)}
      {outcome !== 'done' && `, ${shownOutcome(action, outcome)}`}
      <small>{[actor, subject].filter(Boolean).join(' · ')}</small>
    </span>
  )
}
