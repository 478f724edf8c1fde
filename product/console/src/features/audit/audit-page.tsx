import type { AnswerOf, RequestOf } from '@ekyc/contract/console/shapes'
import { actorKinds, auditDays } from '@ekyc/contract/console/audit-kinds'
import { fromIndiaDateTime, indiaDateTime } from '@ekyc/contract/india-time'
import { fieldText, TextField } from '@ekyc/ui/controls/form.tsx'
import { Card } from '@ekyc/ui/states/card.tsx'
import { Alert } from '@ekyc/ui/states/alert.tsx'

import { type Column, TableCard, Happened, LooksSwitch } from '../../parts/lists.tsx'
import { Age, CallProblem, PageHead, ReadPart } from '../../parts/page.tsx'
import { Button, Link, CopyableCode, Facts } from '../../parts/elements.tsx'
import { addressOf, filtersIn, pageIn, type Query, useAddress } from '../../session/address.ts'
import { useCall, useChange } from '../../session/call.ts'
import { t } from '../../texts/t.ts'
import { shownInFull, shownNumber, shownToMinute, shownAction, shownOutcome } from '../../texts/shown.ts'
import { Filters, FixedFilter, QueryFilter } from '../../parts/filter-chip.tsx'
import { ProvenExport } from '../../parts/act-dialog.tsx'

export function AuditPage() {
  const { query } = useAddress()
  // A chosen action may be one of the people who only looked.
  const looks = query.has('looks') || query.has('action')
  const trail = useCall('listAudit', { ...askedIn(query), looks, ...pageIn(query) })
  const lookedUntil = trail.data?.lookedUntil
  return (
    <>
      <PageHead title={t('nav.audit')} beside={<Age query={trail} />} />
      <ChainCard />
      <AuditFilters />
      <TableCard
        query={trail}
        lines={12}
        none={t(lookedUntil ? 'audit.noneSoFar' : 'audit.none')}
        foot={lookedUntil && <span>{t('audit.lookedUntil', { time: shownInFull(lookedUntil) })}</span>}
        caption={t('audit.caption')}
        columns={columns}
      />
    </>
  )
}

const columns: readonly Column<AnswerOf<'listAudit'>['rows'][number]>[] = [
  {
    title: 'trail.when',
    // Only a sealed row has a page. The audit chain seals a new row within seconds.
    cell: ({ happenedOn, position }) =>
      position === undefined ? (
        shownInFull(happenedOn)
      ) : (
        <Link to={addressOf('/audit/rows/:position', { position })}>{shownInFull(happenedOn)}</Link>
      ),
  },
  { title: 'table.what', cell: row => <Happened row={row} /> },
  { title: 'audit.kind', isWide: true, cell: row => t(`actorKind.${row.actorKind}`) },
  { title: 'trail.from', isWide: true, cell: ({ address }) => address },
  {
    title: 'audit.position',
    isNumber: true,
    isWide: true,
    cell: ({ position }) => position ?? t('audit.notSealed'),
  },
]

const daysMs = auditDays * 86_400_000

function AuditFilters() {
  const { query } = useAddress()
  const asked = askedIn(query)
  const { from, to, agent } = asked
  return (
    <Filters>
      <QueryFilter
        name="time"
        label={t('audit.time')}
        shown={timeInWords(asked)}
        none={{ from: '', to: '' }}
        read={fields => within(momentOf(fields, 'from'), momentOf(fields, 'to'))}
      >
        <TextField label={t('audit.from')} name="from" type="datetime-local" defaultValue={localOf(from)} />
        <TextField label={t('audit.to')} name="to" type="datetime-local" defaultValue={localOf(to)} />
        <small>{t('audit.days', { days: auditDays })}</small>
      </QueryFilter>
      <QueryFilter
        name="kind"
        label={t('audit.kind')}
        options={actorKinds.map(value => ({ value, label: t(`actorKind.${value}`) }))}
      />
      {agent !== undefined && (
        <FixedFilter name="agent" label={t('table.agent')} shown={t('orders.oneAgent')} />
      )}
      {words.map(name => (
        <QueryFilter
          key={name}
          name={name}
          label={t(`audit.${name}`)}
          autoComplete="off"
          // Forbids a whole mobile number: browsers and logs keep addresses, and the audit trail masks mobile
          // numbers.
          {...(name === 'actor' && { pattern: '(?!.*\\d{10}).*', title: t('agents.wholeMobile') })}
        />
      ))}
      {!query.has('action') && <LooksSwitch />}
      {Object.keys(asked).length > 0 && <Link to="/audit">{t('chip.clear')}</Link>}
    </Filters>
  )
}

/** Limits a time range without an end to `auditDays` after its start, the longest range that one request may cover. */
function within(from: Date | undefined, to: Date | undefined): Query {
  const end = to ?? (from && new Date(from.getTime() + daysMs))
  return { from: from?.toISOString(), to: to || (end && end < new Date()) ? end?.toISOString() : undefined }
}

function timeInWords({ from, to }: Asked): string | undefined {
  const ends = [
    from && t('audit.since', { time: shownToMinute(from) }),
    to && t('audit.until', { time: shownToMinute(to) }),
  ]
  return ends.filter(Boolean).join(' ') || undefined
}

/** Browsers leave out the seconds of a day and time unless the person has typed them. */
function momentOf(fields: FormData, name: string): Date | undefined {
  const text = fieldText(fields, name)
  return fromIndiaDateTime(text.length === 16 ? `${text}:00` : text)
}

function localOf(moment: string | undefined): string | undefined {
  return moment && indiaDateTime(new Date(moment)).slice(0, 16)
}

type Chain = AnswerOf<'getChain'>

function ChainCard() {
  const chain = useCall('getChain', {}, { goesOn: isRunning })
  return (
    <Card title={t('chain.title')}>
      <ReadPart query={chain} lines={3}>
        {shown => <State chain={shown} />}
      </ReadPart>
    </Card>
  )
}

function isRunning({ verification }: Chain): boolean {
  return verification !== undefined && verification.problems === undefined
}

function State({ chain }: { chain: Chain }) {
  const verify = useChange('verifyAudit')
  const { from, to } = askedIn(useAddress().query)
  const { sealed, verification } = chain
  const last = sealed?.position ?? 0
  return (
    <div className="chain">
      <p>
        {sealed
          ? t('chain.sealed', { position: shownNumber(last), time: shownInFull(sealed.on) })
          : t('chain.notSealed')}
      </p>
      {verification && (
        <p>{t('chain.asked', { name: verification.askedBy, time: shownInFull(verification.askedOn) })}</p>
      )}
      {verification && isRunning(chain) && (
        <p>
          <progress aria-label={t('chain.verify')} value={verification.position} max={Math.max(last, 1)} />{' '}
          {t('chain.verified', { position: shownNumber(verification.position), last: shownNumber(last) })}
        </p>
      )}
      {verification?.problems && <Result position={verification.position} problems={verification.problems} />}
      {verify.error && <CallProblem error={verify.error} isChange />}
      <div className="row-8">
        <Button
          look="quiet"
          sends
          busy={verify.isPending || isRunning(chain)}
          onClick={() => verify.mutate({})}
        >
          {t('chain.verify')}
        </Button>
        <ProvenExport act="audit.export" call="exportAudit" request={{ from, to }}>
          {t('chain.export')}
        </ProvenExport>
      </div>
      <p>
        <small>{t('chain.exportText')}</small>
      </p>
    </div>
  )
}

function Result({ position, problems }: { position: number; problems: readonly string[] }) {
  if (problems.length === 0)
    return <Alert tone="success">{t('chain.intact', { position: shownNumber(position) })}</Alert>
  return (
    <Alert tone="failure">
      {t('chain.notIntact')}
      <ul lang="en">
        {problems.map(problem => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </Alert>
  )
}

type Asked = Omit<RequestOf<'listAudit'>, 'after' | 'limit' | 'looks'>

const words = ['actor', 'action', 'outcome', 'request', 'trace', 'address'] as const

function askedIn(query: URLSearchParams): Asked {
  const kind = actorKinds.find(one => one === query.get('kind'))
  const moments = (['from', 'to'] as const).filter(name => !isNaN(Date.parse(query.get(name) ?? '')))
  return { ...filtersIn(query, [...moments, ...words, 'agent']), ...(kind && { kind }) }
}

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
          <div className="cards">
            <Card title={shownAction(shown.action)}>
              <Facts
                facts={{
                  'audit.action': <code>{shown.action}</code>,
                  'audit.actor': shown.actor,
                  'audit.kind': t(`actorKind.${shown.actorKind}`),
                  'audit.subject': shown.subject,
                  'audit.outcome': shownOutcome(shown.action, shown.outcome),
                  'table.agent': shown.agentId && (
                    <>
                      <Link to={addressOf('/agents/:id', { id: shown.agentId })}>{t('audit.itsPage')}</Link>
                      {' · '}
                      <Link to={addressOf('/audit', { agent: shown.agentId })}>{t('audit.itsRows')}</Link>
                    </>
                  ),
                  'audit.request': followed(shown, 'requestId', 'request'),
                  'audit.trace': followed(shown, 'traceId', 'trace'),
                  'audit.address': shown.address,
                }}
              />
            </Card>
            <Card title={t('audit.proof')}>
              <div className="chain">
                <p>{t('audit.proofText')}</p>
                <Facts
                  facts={{
                    'audit.seal': <CopyableCode value={shown.seal} />,
                    'audit.mac': shown.mac && <CopyableCode value={shown.mac} />,
                  }}
                />
              </div>
            </Card>
          </div>
        )}
      </ReadPart>
    </>
  )
}

function followed(
  { happenedOn, ...row }: AnswerOf<'getAuditRow'>,
  field: 'requestId' | 'traceId',
  filter: string,
) {
  const value = row[field]
  if (value === undefined) return undefined
  // The rows of one request lie within minutes of each other, so a short time range makes the search fast.
  const around = (minutes: number) => new Date(Date.parse(happenedOn) + minutes * 60_000).toISOString()
  return (
    <Link to={addressOf('/audit', { [filter]: value, looks: '1', from: around(-5), to: around(5) })}>
      <code>{value}</code>
    </Link>
  )
}
