import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { Checkbox } from '@ekyc/ui/controls/form.tsx'

import { t } from '../texts/t.ts'
import { shownAction, shownOutcome } from '../texts/shown.ts'
import { go, useAddress, withQuery } from '../session/address.ts'
import layout from './layout.module.css'

type Row = AnswerOf<'listAgentTrail'>['rows'][number]

export function Happened({
  row: { action, outcome, subject, actor },
}: {
  row: Pick<Row, 'action' | 'outcome' | 'subject' | 'actor'>
}) {
  return (
    <span className={layout.lines}>
      {shownAction(action)}
      {outcome !== 'done' && `, ${shownOutcome(action, outcome)}`}
      <small>{[actor, subject].filter(Boolean).join(' · ')}</small>
    </span>
  )
}

/** Shows also the rows of people who only looked at something, which a trail leaves out otherwise. */
export function LooksSwitch() {
  const address = useAddress()
  const looks = address.query.has('looks')
  return (
    <Checkbox checked={looks} onChange={() => go(withQuery(address, { looks: looks ? '' : '1', after: '' }))}>
      {t('trail.looks')}
    </Checkbox>
  )
}
