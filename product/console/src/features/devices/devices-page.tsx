import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { useState } from 'react'
import { Card } from '@ekyc/ui/states/card.tsx'

import { type Column, DataTable, ListCard } from '../../parts/lists/data-table.tsx'
import { Age, PageHead, ReadPart } from '../../parts/page.tsx'
import { AgentLink, Link, Tabs } from '../../parts/controls/links-and-buttons.tsx'
import { Facts, Pill, Share } from '../../parts/lists/marks.tsx'
import { useCall } from '../../session/call.ts'
import { t } from '../../texts/t.ts'
import { shownDay, shownInFull, shownNumber } from '../../texts/shown.ts'
import { addressOf, pageIn, useAddress } from '../../session/address.ts'
import layout from '../../parts/layout.module.css'

export type Model = AnswerOf<'listModels'>['rows'][number]

export function DevicesPage() {
  const models = useCall('listModels', {})
  return (
    <>
      <PageHead title={t('devices.title')} beside={<Age query={models} />} below={t('devices.thirtyDays')} />
      <DeviceTabs current="/devices" />
      <ListCard query={models} none={t('devices.none')}>
        {rows => (
          <DataTable
            caption={t('devices.caption')}
            rows={rows.map(row => ({ ...row, id: row.model }))}
            columns={columns}
          />
        )}
      </ListCard>
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

type Used = { id: string; verified: number; failed: number; lastSeenOn: string }

const verdictColumns: readonly Column<Used>[] = [
  {
    title: 'devices.orders',
    isNumber: true,
    isWide: true,
    cell: ({ verified, failed }) => shownNumber(verified + failed),
  },
  {
    title: 'devices.success',
    cell: ({ verified, failed }) => <Share of={verified + failed} verified={verified} />,
  },
  { title: 'devices.lastSeen', isWide: true, cell: ({ lastSeenOn }) => shownDay(lastSeenOn) },
]

const columns: readonly Column<Model & { id: string }>[] = [
  {
    title: 'devices.model',
    cell: ({ model }) => (
      <Link className={layout.whole} to={addressOf('/devices/:model', { model })}>
        {model}
      </Link>
    ),
  },
  { title: 'devices.maker', isWide: true, cell: ({ makers }) => makers.join(', ') },
  { title: 'devices.registry', cell: model => <Registered model={model} /> },
  { title: 'devices.newestDriver', isWide: true, cell: ({ newestDriver }) => newestDriver },
  ...verdictColumns,
]

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

export function ModelPage({ model }: { model: string }) {
  const query = useCall('getModel', { model })
  return (
    <ReadPart query={query} title={t('nav.devices')} lines={8}>
      {shown => (
        <>
          <PageHead
            title={shown.model}
            way={[{ title: t('devices.title'), to: '/devices' }]}
            beside={
              <>
                <Registered model={shown} />
                <Age query={query} />
              </>
            }
          />
          <div className="stack-16">
            <Card title={t('devices.thirtyDays')}>
              <Facts
                facts={{
                  'devices.maker': shown.makers.join(', '),
                  'devices.orders': shownNumber(shown.verified + shown.failed),
                  'devices.success': <Share of={shown.verified + shown.failed} verified={shown.verified} />,
                  'devices.ordersOf': (
                    <Link to={addressOf('/orders', { model: shown.model })}>{t('devices.newestOrders')}</Link>
                  ),
                }}
              />
            </Card>
            <Card flush title={t('devices.versions')}>
              <DataTable
                caption={t('devices.versions')}
                rows={shown.versions.map(row => ({
                  ...row,
                  id: `${row.maker} ${row.service} ${row.driver}`,
                }))}
                columns={versionColumns}
              />
            </Card>
            <Units model={shown.model} />
          </div>
        </>
      )}
    </ReadPart>
  )
}

type Version = AnswerOf<'getModel'>['versions'][number] & { id: string }

const versionColumns: readonly Column<Version>[] = [
  { title: 'devices.driver', cell: ({ driver }) => driver },
  { title: 'devices.service', isWide: true, cell: ({ service }) => service },
  { title: 'devices.maker', isWide: true, cell: ({ maker }) => maker },
  ...verdictColumns,
]

type Unit = AnswerOf<'getUnit'>

export function Units({ model }: { model?: string }) {
  const { query } = useAddress()
  const units = useCall('listUnits', { ...(model !== undefined && { model }), ...pageIn(query) })
  return (
    <ListCard
      title={t('devices.units')}
      query={units}
      none={t(model === undefined ? 'devices.none' : 'devices.noUnits')}
    >
      {rows => (
        <DataTable
          caption={t('devices.units')}
          rows={rows.map(row => ({ ...row, id: row.unit }))}
          columns={unitColumns.filter(({ title }) => model === undefined || title !== 'devices.model')}
        />
      )}
    </ListCard>
  )
}

const unitColumns: readonly Column<Unit & { id: string }>[] = [
  {
    title: 'devices.unit',
    cell: ({ unit }) => <Link to={addressOf('/devices/units/:unit', { unit })}>{unit.slice(0, 8)}</Link>,
  },
  { title: 'devices.model', cell: ({ model }) => model },
  { title: 'devices.driver', isWide: true, cell: ({ driver }) => driver },
  { title: 'devices.lastAgent', isWide: true, cell: ({ agent }) => <AgentLink agent={agent} /> },
  { title: 'devices.lastSeen', isWide: true, cell: ({ lastSeenOn }) => shownDay(lastSeenOn) },
  {
    title: 'devices.certificate',
    cell: ({ certificateEndsOn }) => <CertificateEnd on={certificateEndsOn} />,
  },
]

export function UnitPage({ unit }: { unit: string }) {
  const query = useCall('getUnit', { unit })
  return (
    <ReadPart query={query} title={t('nav.devices')} lines={6}>
      {({ model, maker, service, driver, agent, firstSeenOn, lastSeenOn, certificateEndsOn }) => (
        <>
          <PageHead
            title={unit.slice(0, 8)}
            way={[
              { title: t('devices.title'), to: '/devices' },
              { title: model, to: addressOf('/devices/:model', { model }) },
            ]}
            beside={<Age query={query} />}
          />
          <Card>
            <Facts
              facts={{
                'devices.unitName': <code>{unit}</code>,
                'devices.maker': maker,
                'devices.service': service,
                'devices.driver': driver,
                'devices.lastAgent': <AgentLink agent={agent} />,
                'devices.firstSeen': shownInFull(firstSeenOn),
                'devices.lastSeen': shownInFull(lastSeenOn),
                'devices.certificate': <CertificateEnd on={certificateEndsOn} />,
              }}
            />
          </Card>
        </>
      )}
    </ReadPart>
  )
}

const soonMs = 7 * 24 * 3_600_000

/** After the day on which its certificate ends, a device cannot capture a finger. */
export function CertificateEnd({ on }: { on: string }) {
  const [now] = useState(Date.now)
  const leftMs = Date.parse(on) - now
  if (leftMs > soonMs) return shownDay(on)
  return (
    <Pill tone={leftMs < 0 ? 'bad' : 'warning'} sign="warning">
      {leftMs < 0 ? t('devices.ended', { day: shownDay(on) }) : t('devices.endsSoon', { day: shownDay(on) })}
    </Pill>
  )
}
