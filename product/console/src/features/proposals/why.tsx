import { useState } from 'react'

import { Button } from '../../parts/button.tsx'
import { CallProblem } from '../../parts/call-problem.tsx'
import { Card } from '../../parts/card.tsx'
import { useChange } from '../../session/use-call.ts'
import { shownToMinute } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'
import { CommentField } from './comment-field.tsx'
import type { Proposal } from './proposal-page.tsx'
import styles from './proposal-page.module.css'

export function Why({ proposal: { number, reason, maker, madeOn, comments } }: { proposal: Proposal }) {
  const [text, setText] = useState('')
  const comment = useChange('comment')
  const said = [{ person: maker, on: madeOn, text: reason }, ...comments]
  return (
    <Card title={t('proposal.why')} padded>
      {said.map(one => (
        <figure key={one.on + one.person.name} className={styles.said}>
          <blockquote dir="auto">{one.text}</blockquote>
          <figcaption>
            <span dir="auto">{one.person.name}</span>, {shownToMinute(one.on)}
          </figcaption>
        </figure>
      ))}
      <details className={styles.say}>
        <summary>{t('proposal.say')}</summary>
        <form
          onSubmit={event => {
            event.preventDefault()
            if (text.trim() !== '')
              comment.mutate({ number, text: text.trim() }, { onSuccess: () => setText('') })
          }}
        >
          <CommentField label={t('proposal.said')} value={text} onText={setText} />
          {comment.error && <CallProblem error={comment.error} isChange />}
          <Button sends type="submit" look="quiet" small busy={comment.isPending}>
            {t('proposal.saySend')}
          </Button>
        </form>
      </details>
    </Card>
  )
}
