import type { AnswerOf, RequestOf } from '@ekyc/contract/console/shapes'

import { type Column, DataTable, ListCard } from '../../parts/lists/data-table.tsx'
import { Age, PageHead } from '../../parts/page.tsx'
import { AgentLink, Link, StateTabs } from '../../parts/controls/links-and-buttons.tsx'
import { addressOf, pageIn, useAddress } from '../../session/address.ts'
import { useCall } from '../../session/call.ts'
import { t } from '../../texts/t.ts'
import { shownMoment, shownToMinute } from '../../texts/shown.ts'
import { ProposalState, shownAct, titleOf } from './proposal-state.tsx'
import layout from '../../parts/layout.module.css'

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
      <StateTabs
        label={t('proposals.lists')}
        states={tabs}
        current={shown}
        titleOf={tab => t(`proposals.${tab}`)}
      />
      {shown === 'emergencies' ? <Emergencies /> : <ProposalList list={shown} query={query} />}
    </>
  )
}

function ProposalList({ list, query }: { list: List; query: URLSearchParams }) {
  const proposals = useCall('listProposals', { list, ...pageIn(query) })
  return (
    <ListCard
      title={t(`proposals.${list}`)}
      actions={<Age query={proposals} />}
      query={proposals}
      none={t(`proposals.none.${list}`)}
      foot={<span className={layout.onLaptop}>{t('proposals.keys')}</span>}
    >
      {rows => (
        <DataTable
          caption={t(`proposals.${list}`)}
          columns={columns(list === 'ended')}
          rows={rows.map(row => ({ ...row, id: String(row.number) }))}
        />
      )}
    </ListCard>
  )
}

function columns(haveEnded: boolean): readonly Column<Proposal & { id: string }>[] {
  return [
    {
      title: 'proposals.what',
      cell: proposal => (
        <Link
          className={layout.strong}
          to={addressOf('/proposals/:number', { number: proposal.number })}
          dir="auto"
        >
          {titleOf(proposal)}
        </Link>
      ),
    },
    { title: 'proposals.number', isNumber: true, isWide: true, cell: ({ number }) => number },
    { title: 'proposals.maker', isWide: true, cell: ({ maker }) => <span dir="auto">{maker.name}</span> },
    { title: 'proposals.madeOn', isWide: true, cell: ({ madeOn }) => shownMoment(madeOn) },
    { title: 'proposals.state', cell: proposal => <ProposalState {...proposal} /> },
    {
      title: haveEnded ? 'proposals.endedOn' : 'proposals.expiresOn',
      cell: ({ endedOn, expiresOn }) => (
        <span className={layout.whole}>{shownMoment(endedOn ?? expiresOn)}</span>
      ),
    },
  ]
}

export function Emergencies() {
  const emergencies = useCall('listEmergencies', {})
  return (
    <ListCard
      title={t('proposals.emergencies')}
      query={emergencies}
      lines={3}
      none={t('proposals.none.emergencies')}
    >
      {rows => (
        <ul className={layout.entries}>
          {rows.map(({ number, act, actor, agent, reason, on }) => (
            <li key={number}>
              <span>
                <b>{shownAct(act)}</b> {agent && <AgentLink agent={agent} />}
                <small>
                  {actor}, {shownToMinute(on)}
                </small>
                <p dir="auto">{reason}</p>
              </span>
            </li>
          ))}
        </ul>
      )}
    </ListCard>
  )
}
