import type { AnswerOf, RequestOf } from '@ekyc/contract/console/shapes'
import { indiaDate } from '@ekyc/contract/india-time'
import { logInDays } from '@ekyc/contract/limits'
import { useState } from 'react'
import { fieldText, TextArea, TextField } from '@ekyc/ui/controls/form.tsx'

import {
  Button,
  Link,
  linkButton,
  MenuButton,
  Pill,
  Share,
  Sign,
  type SignName,
  type Tone,
} from '../../parts/elements.tsx'
import { type Column, TableCard, useMarking } from '../../parts/lists.tsx'
import { useKeys } from '../../parts/keys.ts'
import { Age, CallProblem, PageHead } from '../../parts/page.tsx'
import { addressOf, filtersIn, go, pageIn, useAddress, withQuery } from '../../session/address.ts'
import { useMeans } from '../../session/session.ts'
import { fileAddress, useCall, useChange } from '../../session/call.ts'
import { t } from '../../texts/t.ts'
import { shownCount, shownDay, shownNumber } from '../../texts/shown.ts'
import { AddAgent } from './agent-act-dialog.tsx'
import { MarkedBar } from './marked-bar.tsx'
import { FilterChip, Filters, QueryFilter } from '../../parts/filter-chip.tsx'
import { ProvenExport } from '../../parts/act-dialog.tsx'

type Agent = AnswerOf<'listAgents'>['rows'][number]

export function AgentsPage() {
  const address = useAddress()
  const { query } = address
  const agents = useCall('listAgents', requestOf(query))
  const rows = agents.data?.rows ?? []
  const marking = useMarking(rows.map(({ id }) => id))
  const means = useMeans()
  const [isAdding, setAdding] = useState(false)
  const mayAdd = means('agent.add')
  useKeys(mayAdd ? [{ press: 'a', says: t('agent.add.act'), run: () => setAdding(true) }] : [])
  const { after: _place, limit: _size, ...filters } = requestOf(query)
  const { sort: _sort, direction: _direction, ...chosen } = filters
  const sorting = { by: query.get('sort') ?? 'name', isDown: query.get('direction') === 'down' }
  return (
    <>
      <PageHead
        title={t('nav.agents')}
        beside={
          <>
            {agents.data?.count && <span>{shownCount(agents.data.count)}</span>}
            <Age query={agents} />
          </>
        }
        actions={
          <>
            {means('agent.export') && <ExportAgents filters={filters} found={agents.data?.count?.n ?? 0} />}
            {means('agent.import') && (
              <Link className={linkButton} to="/agents/import">
                <Sign name="file" size={15} />
                {t('agents.import')}
              </Link>
            )}
            {mayAdd && <Button onClick={() => setAdding(true)}>{t('agent.add.act')}</Button>}
          </>
        }
      />
      <AgentFilters />
      <TableCard
        query={agents}
        lines={12}
        none={
          Object.keys(filters).length === 0 ? (
            t('agents.first')
          ) : (
            <>
              {t('agents.none')} <Link to="/agents">{t('chip.clear')}</Link>
            </>
          )
        }
        foot={<span className="on-laptop">{t('table.keys')}</span>}
        caption={t('nav.agents')}
        columns={columns}
        nameOf={({ name }) => name}
        marking={marking}
        sorting={sorting}
        onSort={({ by, isDown }) =>
          go(
            withQuery(address, {
              sort: by === 'name' ? '' : by,
              direction: isDown ? 'down' : '',
              after: '',
            }),
          )
        }
      />
      {agents.data && <MarkedBar marking={marking} page={agents.data} filters={chosen} />}
      {isAdding && <AddAgent onClose={() => setAdding(false)} />}
    </>
  )
}

const filterNames = ['status', 'role', 'supervisor', 'outlet', 'q', 'sort', 'direction'] as const

function requestOf(query: URLSearchParams): RequestOf<'listAgents'> {
  const branch = query.getAll('branch')
  const filters = filtersIn(query, filterNames) as RequestOf<'listAgents'>
  return { ...filters, ...(branch.length > 0 && { branch }), ...pageIn(query) }
}

const columns: readonly Column<Agent>[] = [
  {
    title: 'detail.name',
    sort: 'name',
    cell: ({ id, name, mobile }) => (
      <>
        <Link className="strong" to={addressOf('/agents/:id', { id })} dir="auto">
          {name}
        </Link>
        <small className="on-phone">{mobile}</small>
      </>
    ),
  },
  {
    title: 'detail.mobile',
    isWide: true,
    cell: ({ mobile }) => <span className="whole">{mobile}</span>,
  },
  {
    title: 'detail.branch',
    sort: 'branch',
    isWide: true,
    cell: ({ branch }) => <span dir="auto">{branch}</span>,
  },
  { title: 'table.status', cell: ({ statuses }) => <AgentStatus statuses={statuses} /> },
  {
    title: 'agents.lastOrder',
    sort: 'last-order',
    isNumber: true,
    isWide: true,
    cell: ({ lastOrderOn }) => lastOrderInWords(lastOrderOn),
  },
  {
    title: 'agents.lastLogIn',
    isNumber: true,
    isWide: true,
    cell: ({ lastLogInOn }) => lastLogInInWords(lastLogInOn),
  },
  { title: 'agents.orders30', isNumber: true, isWide: true, cell: ({ orders30 }) => shownNumber(orders30) },
  {
    title: 'table.success',
    isWide: true,
    cell: ({ orders30, verified30 }) => <Share of={orders30} verified={verified30} />,
  },
]

export function lastOrderInWords(day: string | null): string {
  return day === null ? t('table.never') : dayInWords(day)
}

export function lastLogInInWords(day: string | null): string {
  return day === null ? t('agents.noLogIn', { days: logInDays }) : dayInWords(day)
}

function dayInWords(day: string): string {
  return day === indiaDate(new Date()) ? t('agents.today') : shownDay(day)
}

function AgentFilters() {
  const branches = useAddress().query.getAll('branch')
  const [first = '', ...others] = branches
  return (
    <Filters>
      <QueryFilter
        name="q"
        label={t('agents.filterWords')}
        maxLength={200}
        // Forbids a whole mobile number, because browsers and logs keep addresses.
        pattern="(?!.*\d{10}).*"
        title={t('agents.wholeMobile')}
      />
      <QueryFilter
        name="branch"
        label={t('detail.branch')}
        shown={others.length > 0 ? t('agents.andMore', { first, count: others.length }) : branches[0]}
        read={fields => ({
          branch: fieldText(fields, 'branch')
            .split('\n')
            .map(line => line.trim()),
        })}
      >
        <TextArea label={t('agents.branchHint')} name="branch" rows={4} defaultValue={branches.join('\n')} />
      </QueryFilter>
      <QueryFilter
        name="status"
        label={t('table.status')}
        options={allStatuses.map(value => ({ value, label: t(`status.${value}`) }))}
      />
      <QueryFilter name="role" label={t('agents.filterRole')} maxLength={200} />
      <QueryFilter name="supervisor" label={t('detail.supervisor')} maxLength={200} />
      <QueryFilter name="outlet" label={t('detail.outlet')} maxLength={200} />
      <SavedViews />
    </Filters>
  )
}

function SavedViews() {
  const address = useAddress()
  const { path } = address
  const here = withQuery(address, { after: '', limit: '' })
  const views = (useCall('listViews', {}).data?.views ?? []).filter(
    view => view.address.split('?')[0] === path,
  )
  const save = useChange('saveView')
  const remove = useChange('removeView')
  const open = views.find(view => view.address === here)
  const problem = save.error ?? remove.error
  return (
    <>
      <MenuButton
        label={t('views.views')}
        entries={views.map(view => ({
          title: view.name,
          onPress: () => go(withQuery({ path, query: new URLSearchParams(view.address.split('?')[1]) }, {})),
        }))}
      />
      {open && (
        <Button look="link" small onClick={() => remove.mutate({ id: open.id })}>
          {t('views.remove', { name: open.name })}
        </Button>
      )}
      {!open && here !== path && (
        <FilterChip
          name={t('views.save')}
          value={undefined}
          apply={t('views.saveIt')}
          onApply={fields => save.mutate({ name: fieldText(fields, 'name').trim(), address: here })}
        >
          <TextField label={t('views.name')} name="name" required maxLength={60} />
        </FilterChip>
      )}
      {problem && <CallProblem error={problem} isChange />}
    </>
  )
}

const withoutProof = 1_000

function ExportAgents({ filters, found }: { filters: RequestOf<'exportAgents'>; found: number }) {
  const inside = (
    <>
      <Sign name="export" size={15} />
      {t('agents.export')}
    </>
  )
  if (found <= withoutProof)
    return (
      <a className={linkButton} href={fileAddress('exportAgents', filters)} download>
        {inside}
      </a>
    )
  return (
    <ProvenExport act="agent.export" call="exportAgents" request={filters}>
      {inside}
    </ProvenExport>
  )
}

type Status = Agent['statuses'][number]

const looks: Record<Status, { tone: Tone; sign?: SignName }> = {
  enabled: { tone: 'good', sign: 'tick' },
  disabled: { tone: 'bad', sign: 'cross' },
  locked: { tone: 'warning', sign: 'lock' },
  'no-password': { tone: 'plain' },
  'reset-demanded': { tone: 'plain' },
  stopped: { tone: 'bad', sign: 'lock' },
  dormant: { tone: 'warning', sign: 'lock' },
  'kyc-due': { tone: 'warning' },
}

const allStatuses = Object.keys(looks) as Status[]

/** The status `enabled` shows only if the agent has no other status. */
export function AgentStatus({ statuses }: { statuses: readonly Status[] }) {
  const others = statuses.filter(status => status !== 'enabled')
  const shown: readonly Status[] = others.length > 0 ? others : ['enabled']
  return shown.map(status => (
    <Pill key={status} {...looks[status]}>
      {t(`status.${status}`)}
    </Pill>
  ))
}
