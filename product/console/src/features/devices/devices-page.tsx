import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { useState } from 'react'
import { Card } from '@ekyc/ui/states/card.tsx'

import { type Column, DataTable, TableCard } from '../../parts/lists.tsx'
import { Age, PageHead, ReadPart } from '../../parts/page.tsx'
import { AgentLink, Link, Tabs, Facts, Pill, Share } from '../../parts/elements.tsx'
import { useCall } from '../../session/call.ts'
import { t } from '../../texts/t.ts'
import { shownDay, shownInFull, shownNumber } from '../../texts/shown.ts'
import { addressOf, pageIn, useAddress } from '../../session/address.ts'

type Model = AnswerOf<'listModels'>['rows'][number]

export function DevicesPage() {
  const models = useCall('listModels', {})
  return (
    <>
      <PageHead title={t('nav.devices')} beside={<Age query={models} />} below={t('devices.thirtyDays')} />
      <DeviceTabs current="/devices" />
      <TableCard
        query={models}
        none={t('devices.none')}
        caption={t('devices.caption')}
        idOf={({ model }) => model}
        columns={columns}
      />
    </>
  )
}

export function UnitsPage() {
  return (
    <>
      <PageHead title={t('nav.devices')} below={t('devices.endsFirst')} />
      <DeviceTabs current="/devices/units" />
      <Units />
    </>
  )
}

function DeviceTabs({ current }: { current: string }) {
  return (
    <Tabs
      label={t('nav.devices')}
      tabs={[
        { title: t('devices.models'), to: '/devices' },
        { title: t('devices.units'), to: '/devices/units' },
      ]}
      current={current}
    />
  )
}

type Used = { verified: number; failed: number; lastSeenOn: string }

const verdictColumns: readonly Column<Used>[] = [
  {
    title: 'nav.orders',
    isNumber: true,
    isWide: true,
    cell: ({ verified, failed }) => shownNumber(verified + failed),
  },
  {
    title: 'table.success',
    cell: ({ verified, failed }) => <Share of={verified + failed} verified={verified} />,
  },
  { title: 'devices.lastSeen', isWide: true, cell: ({ lastSeenOn }) => shownDay(lastSeenOn) },
]

const columns: readonly Column<Model>[] = [
  {
    title: 'devices.model',
    cell: ({ model }) => (
      <Link className="whole" to={addressOf('/devices/:model', { model })}>
        {model}
      </Link>
    ),
  },
  { title: 'devices.maker', isWide: true, cell: ({ makers }) => makers.join(', ') },
  { title: 'devices.registry', cell: model => <Registered model={model} /> },
  { title: 'devices.newestDriver', isWide: true, cell: ({ newestDriver }) => newestDriver },
  ...verdictColumns,
]

function Registered({ model: { isRegistered, level } }: { model: Model }) {
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
            way={[{ title: t('nav.devices'), to: '/devices' }]}
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
                  'nav.orders': shownNumber(shown.verified + shown.failed),
                  'table.success': <Share of={shown.verified + shown.failed} verified={shown.verified} />,
                  'devices.ordersOf': (
                    <Link to={addressOf('/orders', { model: shown.model })}>{t('devices.newestOrders')}</Link>
                  ),
                }}
              />
            </Card>
            <Card flush title={t('devices.versions')}>
              <DataTable
                caption={t('devices.versions')}
                rows={shown.versions}
                idOf={({ maker, service, driver }) => `${maker} ${service} ${driver}`}
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

const versionColumns: readonly Column<AnswerOf<'getModel'>['versions'][number]>[] = [
  { title: 'devices.driver', cell: ({ driver }) => driver },
  { title: 'devices.service', isWide: true, cell: ({ service }) => service },
  { title: 'devices.maker', isWide: true, cell: ({ maker }) => maker },
  ...verdictColumns,
]

function Units({ model }: { model?: string }) {
  const { query } = useAddress()
  const units = useCall('listUnits', { ...(model !== undefined && { model }), ...pageIn(query) })
  return (
    <TableCard
      title={t('devices.units')}
      query={units}
      none={t(model === undefined ? 'devices.none' : 'devices.noUnits')}
      caption={t('devices.units')}
      idOf={({ unit }) => unit}
      columns={unitColumns.filter(({ title }) => model === undefined || title !== 'devices.model')}
    />
  )
}

const unitColumns: readonly Column<AnswerOf<'getUnit'>>[] = [
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
              { title: t('nav.devices'), to: '/devices' },
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
function CertificateEnd({ on }: { on: string }) {
  const [now] = useState(Date.now)
  const leftMs = Date.parse(on) - now
  if (leftMs > soonMs) return shownDay(on)
  return (
    <Pill tone={leftMs < 0 ? 'bad' : 'warning'} sign="warning">
      {leftMs < 0 ? t('devices.ended', { day: shownDay(on) }) : t('devices.endsSoon', { day: shownDay(on) })}
    </Pill>
  )
}
