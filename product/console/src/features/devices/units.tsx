import type { AnswerOf } from '@ekyc/contract/console/shapes'

import { Card } from '../../parts/card.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Link } from '../../parts/link.tsx'
import { Pager } from '../../parts/pager.tsx'
import { ReadPart } from '../../parts/read-part.tsx'
import { pageIn, useAddress } from '../../session/address.ts'
import { useCall } from '../../session/use-call.ts'
import { shownDay } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'
import { CertificateEnd } from './certificate-end.tsx'

type Unit = AnswerOf<'getUnit'>

export function Units({ model }: { model?: string }) {
  const { query } = useAddress()
  const units = useCall('listUnits', { ...(model !== undefined && { model }), ...pageIn(query) })
  return (
    <Card title={t('devices.units')}>
      <ReadPart query={units} lines={8}>
        {({ rows, next }) => (
          <>
            {rows.length === 0 ? (
              <Empty>{t(model === undefined ? 'devices.none' : 'devices.noUnits')}</Empty>
            ) : (
              <DataTable
                caption={t('devices.units')}
                rows={rows.map(row => ({ ...row, id: row.unit }))}
                nameOf={({ unit }) => unit.slice(0, 8)}
                columns={columns().filter(({ key }) => model === undefined || key !== 'model')}
              />
            )}
            <Pager next={next} />
          </>
        )}
      </ReadPart>
    </Card>
  )
}

function columns(): readonly Column<Unit & { id: string }>[] {
  return [
    {
      key: 'unit',
      title: t('devices.unit'),
      cell: ({ unit }) => <Link to={`/devices/units/${unit}`}>{unit.slice(0, 8)}</Link>,
    },
    { key: 'model', title: t('devices.model'), cell: ({ model }) => model },
    { key: 'driver', title: t('devices.driver'), isWide: true, cell: ({ driver }) => driver },
    {
      key: 'agent',
      title: t('devices.lastAgent'),
      isWide: true,
      cell: ({ agent: { id, name } }) => (
        <Link to={`/agents/${id}`} dir="auto">
          {name ?? t('orderTable.erased')}
        </Link>
      ),
    },
    {
      key: 'seen',
      title: t('devices.lastSeen'),
      isWide: true,
      cell: ({ lastSeenOn }) => shownDay(lastSeenOn),
    },
    {
      key: 'certificate',
      title: t('devices.certificate'),
      cell: ({ certificateEndsOn }) => <CertificateEnd on={certificateEndsOn} />,
    },
  ]
}
