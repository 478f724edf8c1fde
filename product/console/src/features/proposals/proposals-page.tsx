import type { AnswerOf, RequestOf } from '@ekyc/contract/console/shapes'

import { Card } from '../../parts/card.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { Empty, Age, ReadPart } from '../../parts/read-part.tsx'
import { Link } from '../../parts/link.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Pager } from '../../parts/pager.tsx'
import { useAddress, pageIn } from '../../session/address.ts'
import { useCall } from '../../session/use-call.ts'
import { shownMoment, shownToMinute } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'
import { titleOf, shownAct, ProposalState } from './proposal-state.tsx'
import styles from './proposals-page.module.css'
import { Tabs } from '../../parts/tabs.tsx'

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
      <Tabs
        label={t('proposals.lists')}
        tabs={tabs.map(tab => ({ title: t(`proposals.${tab}`), to: addressOf(tab) }))}
        current={addressOf(shown)}
      />
      {shown === 'emergencies' ? <Emergencies /> : <ProposalList list={shown} query={query} />}
    </>
  )
}

function addressOf(tab: (typeof tabs)[number]): string {
  return `/proposals?state=${tab}`
}

function ProposalList({ list, query }: { list: List; query: URLSearchParams }) {
  const proposals = useCall('listProposals', { list, ...pageIn(query) })
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

type Emergency = AnswerOf<'listEmergencies'>['rows'][number]

/** Lists the latest acts that were done without a second person. */
export function Emergencies() {
  const emergencies = useCall('listEmergencies', {})
  return (
    <Card title={t('proposals.emergencies')}>
      <ReadPart query={emergencies} lines={3}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty>{t('proposals.none.emergencies')}</Empty>
          ) : (
            <ul className={styles.emergencies}>
              {rows.map(row => (
                <EmergencyLine key={row.number} emergency={row} />
              ))}
            </ul>
          )
        }
      </ReadPart>
    </Card>
  )
}

function EmergencyLine({ emergency: { act, actor, agent, reason, on } }: { emergency: Emergency }) {
  return (
    <li>
      <b>{shownAct(act)}</b>{' '}
      {agent && <Link to={`/agents/${agent.id}`}>{agent.name || t('proposal.erased')}</Link>}
      <small>
        {actor}, {shownToMinute(on)}
      </small>
      <p dir="auto">{reason}</p>
    </li>
  )
}
