import type { AnswerOf, RequestOf } from '@ekyc/contract/console/shapes'

import { Card } from '../../parts/card.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Link } from '../../parts/link.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Age, ReadPart } from '../../parts/read-part.tsx'
import { useAddress } from '../../session/address.ts'
import { useCall } from '../../session/use-call.ts'
import { shownMoment } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'
import { Emergencies } from './emergencies.tsx'
import { titleOf } from './proposal-words.ts'
import { ProposalState } from './proposal-state.tsx'
import styles from './proposals-page.module.css'

type Proposal = AnswerOf<'listProposals'>['rows'][number]
type List = RequestOf<'listProposals'>['list']

const lists = ['waiting', 'mine', 'open', 'ended'] as const satisfies readonly List[]
const tabs = [...lists, 'emergencies'] as const

export function ProposalsPage() {
  const { query } = useAddress()
  const shown = tabs.find(tab => tab === query.get('state')) ?? 'waiting'
  return (
    <>
      <PageHead title={t('nav.proposals')} />
      <nav aria-label={t('proposals.lists')}>
        <ul className={styles.tabs}>
          {tabs.map(tab => (
            <li key={tab}>
              <Link to={`/proposals?state=${tab}`} aria-current={tab === shown ? 'page' : undefined}>
                {t(`proposals.${tab}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {shown === 'emergencies' ? <Emergencies /> : <ProposalList list={shown} query={query} />}
    </>
  )
}

function ProposalList({ list, query }: { list: List; query: URLSearchParams }) {
  const after = query.get('after')
  const limit = Number(query.get('limit')) as 50 | 100 | 200
  const proposals = useCall('listProposals', { list, ...(after && { after }), ...(limit > 0 && { limit }) })
  return (
    <Card title={t(`proposals.${list}`)} end={<Age query={proposals} />}>
      <ReadPart query={proposals}>
        {({ rows, next }) =>
          rows.length === 0 ? (
            <Empty>{t(`proposals.none.${list}`)}</Empty>
          ) : (
            <>
              <DataTable
                caption={t(`proposals.${list}`)}
                columns={columns(list === 'ended')}
                rows={rows.map(row => ({ ...row, id: String(row.number) }))}
                nameOf={titleOf}
              />
              <Pager next={next}>
                <span className={styles.keys}>{t('proposals.keys')}</span>
              </Pager>
            </>
          )
        }
      </ReadPart>
    </Card>
  )
}

function columns(haveEnded: boolean): readonly Column<Proposal & { id: string }>[] {
  return [
    {
      key: 'number',
      title: t('proposals.number'),
      isNumber: true,
      isWide: true,
      cell: ({ number }) => number,
    },
    {
      key: 'what',
      title: t('proposals.what'),
      cell: proposal => (
        <Link className={styles.title} to={`/proposals/${proposal.number}`} dir="auto">
          {titleOf(proposal)}
        </Link>
      ),
    },
    {
      key: 'maker',
      title: t('proposals.maker'),
      isWide: true,
      cell: ({ maker }) => <span dir="auto">{maker.name}</span>,
    },
    { key: 'madeOn', title: t('proposals.madeOn'), isWide: true, cell: ({ madeOn }) => shownMoment(madeOn) },
    { key: 'state', title: t('proposals.state'), cell: proposal => <ProposalState {...proposal} /> },
    {
      key: 'until',
      title: haveEnded ? t('proposals.endedOn') : t('proposals.expiresOn'),
      cell: ({ endedOn, expiresOn }) => shownMoment(endedOn ?? expiresOn),
    },
  ]
}
