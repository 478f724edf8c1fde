import { Card } from '../../parts/card.tsx'
import { Sign, type SignName } from '../../parts/sign.tsx'
import { shownToMinute } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'
import { shownHash } from './decision.tsx'
import type { Proposal } from './proposal-page.tsx'
import styles from './proposal-page.module.css'

type Step = { on: string; sign: SignName; says: string; more?: string | undefined }

export function WaySoFar({ proposal }: { proposal: Proposal }) {
  return (
    <Card title={t('proposal.way')} padded>
      <ol className={styles.way}>
        {stepsOf(proposal).map(({ on, sign, says, more }) => (
          <li key={on + says}>
            <time dateTime={on}>{shownToMinute(on)}</time>
            <span className={styles.dot}>
              <Sign name={sign} size={14} />
            </span>
            <div>
              <b dir="auto">{says}</b>
              {more && <small dir="auto">{more}</small>}
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function stepsOf({ maker, madeOn, contentHash, votes, state, endedOn, result }: Proposal): Step[] {
  const end: Step[] = endedOn
    ? [
        {
          on: endedOn,
          sign: state === 'applied' ? 'tick' : 'info',
          says: t(`proposal.state.${state}`),
          more: result,
        },
      ]
    : []
  const decisions = votes.map(({ person, vote, on, comment }): Step => ({
    on,
    sign: vote === 'approve' ? 'tick' : 'cross',
    says: t(`proposal.way.${vote}`, { name: person.name }),
    more: comment,
  }))
  const first: Step = {
    on: madeOn,
    sign: 'proposals',
    says: t('proposal.way.made', { name: maker.name }),
    more: t('proposal.content', { hash: shownHash(contentHash) }),
  }
  return [...end, ...decisions.toReversed(), first]
}
