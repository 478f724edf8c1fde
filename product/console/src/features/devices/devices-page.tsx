import type { AnswerOf } from '@ekyc/contract/console/shapes'

import { Card } from '../../parts/card.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Link } from '../../parts/link.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Pill } from '../../parts/pill.tsx'
import { Age, ReadPart } from '../../parts/read-part.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useCall } from '../../session/use-call.ts'
import { t } from '../../texts/t.ts'
import styles from './devices.module.css'
import { Units } from './units.tsx'
import { verdictColumns } from './verdict-columns.tsx'

export type Model = AnswerOf<'listModels'>['rows'][number]

export function DevicesPage() {
  const models = useCall('listModels', {})
  return (
    <>
      <PageHead title={t('devices.title')} beside={<Age query={models} />} below={t('devices.thirtyDays')} />
      <DeviceTabs current="/devices" />
      <Card>
        <ReadPart query={models} lines={8}>
          {({ rows }) =>
            rows.length === 0 ? (
              <Empty>{t('devices.none')}</Empty>
            ) : (
              <DataTable
                caption={t('devices.caption')}
                rows={rows.map(row => ({ ...row, id: row.model }))}
                nameOf={({ model }) => model}
                columns={columns()}
              />
            )
          }
        </ReadPart>
      </Card>
    </>
  )
}

export function UnitsPage() {
  return (
    <>
      <PageHead title={t('devices.title')} below={t('devices.endsFirst')} />
      <DeviceTabs current="/devices/units" />
      <Units />
    </>
  )
}

function DeviceTabs({ current }: { current: string }) {
  return (
    <Tabs
      label={t('devices.title')}
      tabs={[
        { title: t('devices.models'), to: '/devices' },
        { title: t('devices.units'), to: '/devices/units' },
      ]}
      current={current}
    />
  )
}

function columns(): readonly Column<Model & { id: string }>[] {
  return [
    {
      key: 'model',
      title: t('devices.model'),
      cell: ({ model }) => (
        <Link className={styles.model} to={`/devices/${encodeURIComponent(model)}`}>
          {model}
        </Link>
      ),
    },
    { key: 'maker', title: t('devices.maker'), isWide: true, cell: ({ makers }) => makers.join(', ') },
    { key: 'registry', title: t('devices.registry'), cell: model => <Registered model={model} /> },
    {
      key: 'driver',
      title: t('devices.newestDriver'),
      isWide: true,
      cell: ({ newestDriver }) => newestDriver,
    },
    ...verdictColumns(),
  ]
}

export function Registered({ model: { isRegistered, level } }: { model: Model }) {
  if (isRegistered === null) return t('devices.noRegistry')
  if (!isRegistered)
    return (
      <Pill tone="bad" sign="cross">
        {t('devices.notRegistered')}
      </Pill>
    )
  return (
    <Pill tone="good" sign="tick">
      {level ?? t('devices.registered')}
    </Pill>
  )
}
