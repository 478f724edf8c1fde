import type { AnswerOf, RequestOf } from '@ekyc/contract/console/shapes'
import { indiaDate } from '@ekyc/contract/india-time'
import { logInDays } from '@ekyc/contract/limits'
import { go } from '@ekyc/ui/location.ts'
import { useState } from 'react'

import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { useKeys } from '../../parts/keys.ts'
import { Empty } from '../../parts/empty.tsx'
import { Link } from '../../parts/link.tsx'
import { useMarking } from '../../parts/marking.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Age, ReadPart } from '../../parts/read-part.tsx'
import { Sign } from '../../parts/sign.tsx'
import { useAddress, withQuery } from '../../session/address.ts'
import { meansOf } from '../../session/may.ts'
import { useStaff } from '../../session/session.ts'
import { useCall } from '../../session/use-call.ts'
import { shownCount, shownDay, shownNumber } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'
import { AddAgent } from './add-agent.tsx'
import { AgentFilters } from './agent-filters.tsx'
import { AgentStatus } from './agent-status.tsx'
import styles from './agents-page.module.css'
import { ExportAgents } from './export-agents.tsx'
import { MarkedBar } from './marked-bar.tsx'
import { Share } from '../../parts/share.tsx'

type Agent = AnswerOf<'listAgents'>['rows'][number]

export function AgentsPage() {
  const address = useAddress()
  const { query } = address
  const agents = useCall('listAgents', requestOf(query))
  const rows = agents.data?.rows ?? []
  const marking = useMarking(rows.map(({ id }) => id))
  const roles = useStaff()?.roles ?? []
  const [isAdding, setAdding] = useState(false)
  const mayAdd = meansOf(roles, 'agent.add') !== undefined
  useKeys(mayAdd ? [{ press: 'a', says: t('agents.add'), run: () => setAdding(true) }] : [])
  const { after: _place, limit: _size, ...filters } = requestOf(query)
  const sorting = { by: query.get('sort') ?? 'name', isDown: query.get('direction') === 'down' }
  return (
    <>
      <PageHead
        title={t('agents.title')}
        beside={
          <>
            {agents.data?.count && <span>{shownCount(agents.data.count)}</span>}
            <Age query={agents} />
          </>
        }
        actions={
          <>
            {meansOf(roles, 'agent.export') && (
              <ExportAgents filters={filters} found={agents.data?.count?.n ?? 0} />
            )}
            {meansOf(roles, 'agent.import') && (
              <Link className={styles.action} to="/agents/import">
                <Sign name="file" size={15} />
                {t('agents.import')}
              </Link>
            )}
            {mayAdd && <Button onClick={() => setAdding(true)}>{t('agents.add')}</Button>}
          </>
        }
      />
      <AgentFilters />
      <Card>
        <ReadPart query={agents} lines={12}>
          {page =>
            page.rows.length === 0 ? (
              <Empty>
                {Object.keys(filters).length === 0 ? (
                  t('agents.first')
                ) : (
                  <>
                    {t('agents.none')} <Link to="/agents">{t('chip.clear')}</Link>
                  </>
                )}
              </Empty>
            ) : (
              <>
                <DataTable
                  caption={t('agents.caption')}
                  columns={columns()}
                  rows={page.rows}
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
                <Pager next={page.next}>
                  <span className={styles.keys}>{t('table.keys')}</span>
                </Pager>
              </>
            )
          }
        </ReadPart>
      </Card>
      {agents.data && <MarkedBar marking={marking} page={agents.data} filters={withoutOrder(filters)} />}
      {isAdding && <AddAgent onClose={() => setAdding(false)} />}
    </>
  )
}

const filters = ['status', 'role', 'supervisor', 'outlet', 'q', 'sort', 'direction', 'after'] as const

/** The values come unchecked from the page's address. The server checks them. */
function requestOf(query: URLSearchParams): RequestOf<'listAgents'> {
  const told = filters.flatMap(name => (query.get(name) ? [[name, query.get(name)]] : []))
  const branch = query.getAll('branch')
  const limit = Number(query.get('limit'))
  return { ...Object.fromEntries(told), ...(branch.length > 0 && { branch }), ...(limit > 0 && { limit }) }
}

function withoutOrder({ sort: _sort, direction: _direction, ...chosen }: RequestOf<'listAgents'>) {
  return chosen
}

function columns(): readonly Column<Agent>[] {
  return [
    {
      key: 'name',
      title: t('agents.name'),
      sort: 'name',
      cell: ({ id, name, mobile }) => (
        <>
          <Link className={styles.name} to={`/agents/${id}`} dir="auto">
            {name}
          </Link>
          <small className={styles.below}>{mobile}</small>
        </>
      ),
    },
    {
      key: 'mobile',
      title: t('agents.mobile'),
      isWide: true,
      cell: ({ mobile }) => <span className={styles.mobile}>{mobile}</span>,
    },
    {
      key: 'branch',
      title: t('agents.branch'),
      sort: 'branch',
      isWide: true,
      cell: ({ branch }) => <span dir="auto">{branch}</span>,
    },
    {
      key: 'status',
      title: t('agents.status'),
      cell: ({ statuses }) => <AgentStatus statuses={statuses} />,
    },
    {
      key: 'lastOrder',
      title: t('agents.lastOrder'),
      sort: 'last-order',
      isNumber: true,
      isWide: true,
      cell: ({ lastOrderOn }) => lastOrderInWords(lastOrderOn),
    },
    {
      key: 'lastLogIn',
      title: t('agents.lastLogIn'),
      isNumber: true,
      isWide: true,
      cell: ({ lastLogInOn }) => lastLogInInWords(lastLogInOn),
    },
    {
      key: 'orders30',
      title: t('agents.orders30'),
      isNumber: true,
      isWide: true,
      cell: ({ orders30 }) => shownNumber(orders30),
    },
    {
      key: 'success',
      title: t('agents.success'),
      isWide: true,
      cell: ({ orders30, verified30 }) => <Share of={orders30} verified={verified30} />,
    },
  ]
}

export function lastOrderInWords(day: string | null): string {
  return day === null ? t('agents.never') : dayInWords(day)
}

export function lastLogInInWords(day: string | null): string {
  return day === null ? t('agents.noLogIn', { days: logInDays }) : dayInWords(day)
}

function dayInWords(day: string): string {
  return day === indiaDate(new Date()) ? t('agents.today') : shownDay(day)
}
