import type { AnswerOf } from '@ekyc/contract/console/shapes'

import { Card } from '../../parts/card.tsx'
import { DataTable, type Column } from '../../parts/data-table.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Link } from '../../parts/link.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Age, ReadPart } from '../../parts/read-part.tsx'
import { Share } from '../../parts/share.tsx'
import type { PageProps } from '../../session/address.ts'
import { useCall } from '../../session/use-call.ts'
import { shownNumber } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'
import { Registered } from './devices-page.tsx'
import styles from './devices.module.css'
import { Units } from './units.tsx'
import { verdictColumns } from './verdict-columns.tsx'

export function ModelPage({ parameters: { model = '' } }: PageProps) {
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
          <div className={styles.stack}>
            <Card title={t('devices.thirtyDays')} padded>
              <Facts
                facts={[
                  [t('devices.maker'), shown.makers.join(', ')],
                  [t('devices.orders'), shownNumber(shown.verified + shown.failed)],
                  [
                    t('devices.success'),
                    <Share key="share" of={shown.verified + shown.failed} verified={shown.verified} />,
                  ],
                  [
                    t('devices.ordersOf'),
                    <Link key="orders" to={`/orders?model=${encodeURIComponent(shown.model)}`}>
                      {t('devices.newestOrders')}
                    </Link>,
                  ],
                ]}
              />
            </Card>
            <Card title={t('devices.versions')}>
              <DataTable
                caption={t('devices.versions')}
                rows={shown.versions.map(row => ({
                  ...row,
                  id: `${row.maker} ${row.service} ${row.driver}`,
                }))}
                nameOf={({ driver }) => driver}
                columns={versionColumns()}
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

function versionColumns(): readonly Column<Version>[] {
  return [
    { key: 'driver', title: t('devices.driver'), cell: ({ driver }) => driver },
    {
      key: 'service',
      title: t('devices.service'),
      isWide: true,
      cell: ({ service }) => service,
    },
    { key: 'maker', title: t('devices.maker'), isWide: true, cell: ({ maker }) => maker },
    ...verdictColumns(),
  ]
}
