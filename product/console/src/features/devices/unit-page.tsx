import { Card } from '../../parts/card.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Link } from '../../parts/link.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Age, ReadPart } from '../../parts/read-part.tsx'
import type { PageProps } from '../../session/address.ts'
import { useCall } from '../../session/use-call.ts'
import { shownInFull } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'
import { CertificateEnd } from './certificate-end.tsx'

export function UnitPage({ parameters: { unit = '' } }: PageProps) {
  const query = useCall('getUnit', { unit })
  return (
    <ReadPart query={query} title={t('nav.devices')} lines={6}>
      {({ model, maker, service, driver, agent, firstSeenOn, lastSeenOn, certificateEndsOn }) => (
        <>
          <PageHead
            title={unit.slice(0, 8)}
            way={[
              { title: t('devices.title'), to: '/devices' },
              { title: model, to: `/devices/${encodeURIComponent(model)}` },
            ]}
            beside={<Age query={query} />}
          />
          <Card padded>
            <Facts
              facts={[
                [t('devices.unitName'), <code key="unit">{unit}</code>],
                [t('devices.maker'), maker],
                [t('devices.service'), service],
                [t('devices.driver'), driver],
                [
                  t('devices.lastAgent'),
                  <Link key="agent" to={`/agents/${agent.id}`} dir="auto">
                    {agent.name ?? t('orderTable.erased')}
                  </Link>,
                ],
                [t('devices.firstSeen'), shownInFull(firstSeenOn)],
                [t('devices.lastSeen'), shownInFull(lastSeenOn)],
                [t('devices.certificate'), <CertificateEnd key="end" on={certificateEndsOn} />],
              ]}
            />
          </Card>
        </>
      )}
    </ReadPart>
  )
}
