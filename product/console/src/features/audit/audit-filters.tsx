import { actorKinds, auditDays } from '@ekyc/contract/console/audit-kinds'
import { fromIndiaDateTime, indiaDateTime } from '@ekyc/contract/india-time'
import { fieldText } from '@ekyc/ui/field-text.ts'
import { go } from '@ekyc/ui/location.ts'
import { TextField } from '@ekyc/ui/text-field.tsx'
import type { ReactNode } from 'react'

import { FilterChip } from '../../parts/filter-chip.tsx'
import styles from '../../parts/filter-chip.module.css'
import { Link } from '../../parts/link.tsx'
import { LooksSwitch } from '../../parts/looks-switch.tsx'
import { useAddress, withQuery, type Query } from '../../session/address.ts'
import { shownToMinute } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'
import { askedIn, words, type Asked } from './audit-asked.ts'

const daysMs = auditDays * 86_400_000

export function AuditFilters() {
  const { query } = useAddress()
  const asked = askedIn(query)
  const { from, to, kind, agent } = asked
  return (
    <div className={styles.chips}>
      <Chip
        name="time"
        shown={(from ?? to) && timeInWords(asked)}
        none={{ from: '', to: '' }}
        read={fields => within(momentOf(fields, 'from'), momentOf(fields, 'to'))}
      >
        <TextField label={t('audit.from')} name="from" type="datetime-local" defaultValue={localOf(from)} />
        <TextField label={t('audit.to')} name="to" type="datetime-local" defaultValue={localOf(to)} />
        <small>{t('audit.days', { days: auditDays })}</small>
      </Chip>
      <Chip name="kind" shown={kind && t(`actorKind.${kind}`)}>
        {['', ...actorKinds].map(value => (
          <label key={value}>
            <input type="radio" name="kind" value={value} defaultChecked={value === (kind ?? '')} />
            {value === '' ? t('agents.any') : t(`actorKind.${value as (typeof actorKinds)[number]}`)}
          </label>
        ))}
      </Chip>
      {agent !== undefined && <Chip name="agent" shown={t('orders.oneAgent')} />}
      {words.map(name => (
        <Chip key={name} name={name} shown={asked[name]}>
          <TextField
            label={t(`audit.${name}`)}
            name={name}
            defaultValue={asked[name]}
            maxLength={100}
            autoComplete="off"
            // Forbids a whole mobile number: browsers and logs keep addresses, and the audit trail masks mobile
            // numbers.
            {...(name === 'actor' && { pattern: '(?!.*\\d{10}).*', title: t('agents.wholeMobile') })}
          />
        </Chip>
      ))}
      {!query.has('action') && <LooksSwitch />}
      {Object.keys(asked).length > 0 && <Link to="/audit">{t('chip.clear')}</Link>}
    </div>
  )
}

function Chip({
  name,
  shown,
  none = { [name]: '' },
  read = fields => ({ [name]: fieldText(fields, name).trim() }),
  children,
}: {
  name: 'time' | 'kind' | 'agent' | (typeof words)[number]
  shown: string | undefined
  /** The changes of the address's query that remove the filter. */
  none?: Query
  read?: (fields: FormData) => Query
  children?: ReactNode
}) {
  const address = useAddress()
  const set = (changes: Query) => go(withQuery(address, { ...changes, after: '' }))
  return (
    <FilterChip
      name={t(`audit.${name}`)}
      value={shown}
      onRemove={() => set(none)}
      onApply={fields => set(read(fields))}
    >
      {children}
    </FilterChip>
  )
}

/** Limits a time range without an end to `auditDays` after its start, the longest range that one request may cover. */
function within(from: Date | undefined, to: Date | undefined): Query {
  const end = to ?? (from && new Date(from.getTime() + daysMs))
  return { from: from?.toISOString(), to: to || (end && end < new Date()) ? end?.toISOString() : undefined }
}

function timeInWords({ from, to }: Asked): string {
  return [
    from && t('audit.since', { time: shownToMinute(from) }),
    to && t('audit.until', { time: shownToMinute(to) }),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Browsers leave out the seconds of a day and time unless the person has typed them. */
function momentOf(fields: FormData, name: string): Date | undefined {
  const text = fieldText(fields, name)
  return fromIndiaDateTime(text.length === 16 ? `${text}:00` : text)
}

function localOf(moment: string | undefined): string | undefined {
  return moment && indiaDateTime(new Date(moment)).slice(0, 16)
}
