import type { AnswerOf } from '@ekyc/contract/console/shapes'

import { Card } from '../../parts/card.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Happened } from '../../parts/happened.tsx'
import { Link } from '../../parts/link.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Pager } from '../../parts/pager.tsx'
import { Age, ReadPart } from '../../parts/read-part.tsx'
import { pageIn, useAddress } from '../../session/address.ts'
import { useCall } from '../../session/use-call.ts'
import { shownAction } from '../../texts/action.ts'
import { shownInFull } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'
import { askedIn, asksForLooks } from './audit-asked.ts'
import { AuditFilters } from './audit-filters.tsx'
import { ChainCard } from './chain-card.tsx'

type Row = AnswerOf<'listAudit'>['rows'][number]

export function AuditPage() {
  const { query } = useAddress()
  const trail = useCall('listAudit', { ...askedIn(query), looks: asksForLooks(query), ...pageIn(query) })
  return (
    <>
      <PageHead title={t('nav.audit')} beside={<Age query={trail} />} />
      <ChainCard />
      <AuditFilters />
      <Card>
        <ReadPart query={trail} lines={12}>
          {({ rows, next, lookedUntil }) => (
            <>
              {rows.length > 0 ? (
                <DataTable
                  caption={t('audit.caption')}
                  rows={rows}
                  nameOf={({ action }) => shownAction(action)}
                  columns={columns()}
                />
              ) : (
                <Empty>{lookedUntil ? t('audit.noneSoFar') : t('audit.none')}</Empty>
              )}
              <Pager next={next}>
                {lookedUntil && <span>{t('audit.lookedUntil', { time: shownInFull(lookedUntil) })}</span>}
              </Pager>
            </>
          )}
        </ReadPart>
      </Card>
    </>
  )
}

function columns(): readonly Column<Row>[] {
  return [
    {
      key: 'when',
      title: t('trail.when'),
      // Only a sealed row has a page. The audit chain seals a new row within seconds.
      cell: ({ happenedOn, position }) =>
        position === undefined ? (
          shownInFull(happenedOn)
        ) : (
          <Link to={`/audit/rows/${position}`}>{shownInFull(happenedOn)}</Link>
        ),
    },
    { key: 'what', title: t('trail.what'), cell: row => <Happened row={row} /> },
    { key: 'kind', title: t('audit.kind'), isWide: true, cell: row => t(`actorKind.${row.actorKind}`) },
    { key: 'address', title: t('trail.from'), isWide: true, cell: ({ address }) => address },
    {
      key: 'position',
      title: t('audit.position'),
      isNumber: true,
      isWide: true,
      cell: ({ position }) => position ?? t('audit.notSealed'),
    },
  ]
}
