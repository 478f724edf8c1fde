import type { AnswerOf } from '@ekyc/contract/console/shapes'

import { Card } from '../../parts/card.tsx'
import { Link } from '../../parts/link.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Age, ReadPart } from '../../parts/read-part.tsx'
import { useCall } from '../../session/use-call.ts'
import { shownToMinute } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'
import { Changes, LinesToDecide } from './changes.tsx'
import { Decision } from './decision.tsx'
import { ProposalActs } from './proposal-acts.tsx'
import styles from './proposal-page.module.css'
import { ProposalState } from './proposal-state.tsx'
import { titleOf } from './proposal-words.ts'
import { WaySoFar } from './way-so-far.tsx'
import { Why } from './why.tsx'

export type Proposal = AnswerOf<'getProposal'>

export function ProposalPage({ parameters }: { parameters: Readonly<Record<string, string>> }) {
  const number = Number(parameters['number'])
  const proposal = useCall(
    'getProposal',
    { number },
    { goesOn: ({ state }) => state === 'approved' || state === 'applying' },
  )
  const { data: read } = proposal
  return (
    <>
      <PageHead
        title={read ? titleOf(read) : t('proposal.title', { number })}
        way={[{ title: t('nav.proposals'), to: '/proposals' }]}
        beside={
          read && (
            <>
              <ProposalState {...read} />
              <span>{until(read)}</span>
              <Age query={proposal} />
            </>
          )
        }
        actions={read && <ProposalActs proposal={read} />}
      />
      <ReadPart query={proposal} lines={12}>
        {data => (
          <>
            {data.hasMoved && data.voteBar !== 'over' && (
              <Notice tone="warning">{t('proposal.moved')}</Notice>
            )}
            <div className={styles.two}>
              <div className={styles.stack}>
                <Changes proposal={data} />
                {data.import !== undefined && <LinesToDecide id={data.import} />}
                <Why proposal={data} />
              </div>
              <div className={`${styles.stack} ${styles.side}`}>
                <Decision key={data.contentHash} proposal={data} />
                <StillWorks proposal={data} />
              </div>
              <WaySoFar proposal={data} />
            </div>
          </>
        )}
      </ReadPart>
    </>
  )
}

function until({ number, endedOn, expiresOn }: Proposal): string {
  const time = shownToMinute(endedOn ?? expiresOn)
  return t(endedOn ? 'proposal.ended' : 'proposal.ends', { number, time })
}

function StillWorks({ proposal: { hasMoved, others, isJob, voteBar } }: { proposal: Proposal }) {
  if (voteBar === 'over') return null
  return (
    <Card title={t('proposal.works')} padded>
      <dl className={styles.facts}>
        <dt>{t('proposal.ground')}</dt>
        <dd>{t(hasMoved ? 'proposal.groundMoved' : 'proposal.groundSame')}</dd>
        <dt>{t('proposal.others')}</dt>
        <dd>
          {others.length === 0
            ? t('proposal.noOthers')
            : others.map(number => (
                <span key={number}>
                  <Link to={`/proposals/${number}`}>#{number}</Link>{' '}
                </span>
              ))}
        </dd>
        <dt>{t('proposal.after')}</dt>
        <dd>{t(isJob ? 'proposal.afterJob' : 'proposal.afterAtOnce')}</dd>
      </dl>
    </Card>
  )
}
