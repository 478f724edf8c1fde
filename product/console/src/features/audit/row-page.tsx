import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { Card } from '@ekyc/ui/states/card.tsx'

import { CopyableCode, Facts } from '../../parts/lists/marks.tsx'
import { Link } from '../../parts/controls/links-and-buttons.tsx'
import { PageHead, ReadPart } from '../../parts/page.tsx'
import { addressOf } from '../../session/address.ts'
import { useCall } from '../../session/call.ts'
import { t } from '../../texts/t.ts'
import { shownAction, shownInFull, shownOutcome } from '../../texts/shown.ts'
import layout from '../../parts/layout.module.css'

type Row = AnswerOf<'getAuditRow'>

export function RowPage({ position }: { position: string }) {
  const row = useCall('getAuditRow', { position: Number(position) })
  return (
    <>
      <PageHead
        title={t('audit.row', { position })}
        way={[{ title: t('nav.audit'), to: '/audit' }]}
        beside={row.data && shownInFull(row.data.happenedOn)}
      />
      <ReadPart query={row} lines={10}>
        {shown => (
          <div className={layout.cards}>
            <Card title={shownAction(shown.action)}>
              <What row={shown} />
            </Card>
            <Card title={t('audit.proof')}>
              <Proof row={shown} />
            </Card>
          </div>
        )}
      </ReadPart>
    </>
  )
}

function What({ row }: { row: Row }) {
  const { action, actor, actorKind, subject, outcome, agentId, address } = row
  return (
    <Facts
      facts={{
        'audit.action': <code>{action}</code>,
        'audit.actor': actor,
        'audit.kind': t(`actorKind.${actorKind}`),
        'audit.subject': subject,
        'audit.outcome': shownOutcome(action, outcome),
        'audit.agent': agentId && (
          <>
            <Link to={addressOf('/agents/:id', { id: agentId })}>{t('audit.itsPage')}</Link>
            {' · '}
            <Link to={addressOf('/audit', { agent: agentId })}>{t('audit.itsRows')}</Link>
          </>
        ),
        'audit.request': followed(row, 'requestId', 'request'),
        'audit.trace': followed(row, 'traceId', 'trace'),
        'audit.address': address,
      }}
    />
  )
}

function followed(row: Row, field: 'requestId' | 'traceId', filter: string) {
  const { [field]: value, happenedOn } = row
  if (value === undefined) return undefined
  // The rows of one request lie within minutes of each other, so a short time range makes the search fast.
  const around = (minutes: number) => new Date(Date.parse(happenedOn) + minutes * 60_000).toISOString()
  return (
    <Link to={addressOf('/audit', { [filter]: value, looks: '1', from: around(-5), to: around(5) })}>
      <code>{value}</code>
    </Link>
  )
}

function Proof({ row: { seal, mac } }: { row: Row }) {
  return (
    <div className={layout.chain}>
      <p>{t('audit.proofText')}</p>
      <Facts
        facts={{
          'audit.seal': <CopyableCode value={seal} />,
          'audit.mac': mac && <CopyableCode value={mac} />,
        }}
      />
    </div>
  )
}
