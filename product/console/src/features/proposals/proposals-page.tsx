import type { RequestOf } from '@ekyc/contract/console/shapes'

import { type Column, ListCard, TableCard } from '../../parts/lists.tsx'
import { Age, PageHead } from '../../parts/page.tsx'
import { AgentLink, Link, StateTabs } from '../../parts/elements.tsx'
import { addressOf, pageIn, useAddress } from '../../session/address.ts'
import { useCall } from '../../session/call.ts'
import { t } from '../../texts/t.ts'
import { shownMoment, shownToMinute } from '../../texts/shown.ts'
import { ProposalState, shownAct, titleOf, type Proposal } from './proposal-state.tsx'

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
    <TableCard
      title={t(`proposals.${list}`)}
      actions={<Age query={proposals} />}
      query={proposals}
      none={t(`proposals.none.${list}`)}
      foot={<span className="on-laptop">{t('proposals.keys')}</span>}
      caption={t(`proposals.${list}`)}
      idOf={({ number }) => String(number)}
      columns={columns(list === 'ended')}
    />
  )
}

function columns(haveEnded: boolean): readonly Column<Proposal>[] {
  return [
    {
      title: 'table.what',
      cell: proposal => (
        <Link className="strong" to={addressOf('/proposals/:number', { number: proposal.number })} dir="auto">
          {titleOf(proposal)}
        </Link>
      ),
    },
    { title: 'proposals.number', isNumber: true, isWide: true, cell: ({ number }) => number },
    { title: 'proposals.maker', isWide: true, cell: ({ maker }) => <span dir="auto">{maker.name}</span> },
    { title: 'proposals.madeOn', isWide: true, cell: ({ madeOn }) => shownMoment(madeOn) },
    { title: 'table.state', cell: proposal => <ProposalState {...proposal} /> },
    {
      title: haveEnded ? 'proposals.endedOn' : 'table.ends',
      cell: ({ endedOn, expiresOn }) => <span className="whole">{shownMoment(endedOn ?? expiresOn)}</span>,
    },
  ]
}

function Emergencies() {
  const emergencies = useCall('listEmergencies', {})
  return (
    <ListCard
      title={t('proposals.emergencies')}
      query={emergencies}
      lines={3}
      none={t('proposals.none.emergencies')}
    >
      {rows => (
        <ul className="entries">
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
