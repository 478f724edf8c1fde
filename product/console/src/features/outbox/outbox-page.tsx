import { messageKinds, messageStates } from '@ekyc/contract/console/message-states'
import type { AnswerOf, RequestOf } from '@ekyc/contract/console/shapes'
import { useState } from 'react'

import { ActDialog } from '../../parts/act-dialog.tsx'
import { Button, StateTabs } from '../../parts/elements.tsx'
import { type Column, TableCard } from '../../parts/lists.tsx'
import { Age, PageHead } from '../../parts/page.tsx'
import { Filters, FixedFilter, QueryFilter } from '../../parts/filter-chip.tsx'
import { pageIn, useAddress } from '../../session/address.ts'
import { useMeans } from '../../session/session.ts'
import { useCall } from '../../session/call.ts'
import { t } from '../../texts/t.ts'
import { shownInFull, shownMoment, shownOutcome } from '../../texts/shown.ts'

type Message = AnswerOf<'listMessages'>['rows'][number]

export function OutboxPage() {
  const { query } = useAddress()
  const asked = askedIn(query)
  const { state = 'waiting', message } = asked
  const messages = useCall('listMessages', asked)
  const mayRetry = useMeans()('outbox.retry')
  const [retried, setRetried] = useState<Message | 'all'>()
  const areAnyWaiting = messages.data?.rows.some(row => row.state === 'waiting')
  const isRetryable = message === undefined && state === 'waiting' && !!messages.data?.rows.length
  return (
    <>
      <PageHead
        title={t('nav.outbox')}
        beside={<Age query={messages} />}
        actions={
          mayRetry && isRetryable && <Button onClick={() => setRetried('all')}>{t('outbox.retryAll')}</Button>
        }
      />
      <StateTabs
        label={t('outbox.states')}
        states={messageStates}
        current={message === undefined ? state : undefined}
        titleOf={one => t(`outbox.${one}`)}
      />
      <Filters>
        <QueryFilter
          name="kind"
          label={t('outbox.kind')}
          options={messageKinds.map(value => ({ value, label: t(`messageKind.${value}`) }))}
        />
        {message !== undefined && (
          <FixedFilter name="message" label={t('outbox.message')} shown={message.slice(0, 8)} />
        )}
      </Filters>
      <TableCard
        query={messages}
        none={message === undefined ? t(`outbox.none.${state}`) : t('outbox.noSuch')}
        caption={t('outbox.caption')}
        columns={columns(mayRetry && areAnyWaiting ? setRetried : undefined)}
      />
      {retried && (
        <ActDialog
          act="outbox.retry"
          title={t(retried === 'all' ? 'outbox.retryAll' : 'outbox.retryOne')}
          confirm={t('outbox.retry.act')}
          input={retried === 'all' ? {} : { id: retried.id }}
          onClose={() => setRetried(undefined)}
        >
          <p>{t('outbox.retryText')}</p>
        </ActDialog>
      )}
    </>
  )
}

function columns(onRetry: ((message: Message) => void) | undefined): readonly Column<Message>[] {
  const button: Column<Message> = {
    title: 'outbox.retry.act',
    cell: message => (
      <Button look="quiet" small onClick={() => onRetry?.(message)}>
        {t('outbox.retry.act')}
      </Button>
    ),
  }
  return [
    {
      title: 'outbox.kind',
      cell: ({ kind, mobile }) => (
        <span className="lines">
          {t(`messageKind.${kind}`)}
          <small>{mobile}</small>
        </span>
      ),
    },
    { title: 'outbox.written', isWide: true, cell: ({ createdOn }) => shownInFull(createdOn) },
    { title: 'outbox.tries', isNumber: true, isWide: true, cell: ({ attempts }) => attempts },
    {
      title: 'outbox.why',
      cell: ({ nextAttemptOn, deliveredOn, deadOn, expiresOn, lastError }) => (
        <span className="lines">
          {deliveredOn && t('outbox.deliveredOn', { time: shownInFull(deliveredOn) })}
          {deadOn && t('outbox.deadOn', { time: shownInFull(deadOn) })}
          {nextAttemptOn &&
            t('outbox.nextTry', { time: shownMoment(nextAttemptOn), end: shownMoment(expiresOn) })}
          <small>{lastError && shownOutcome('message', lastError)}</small>
        </span>
      ),
    },
    ...(onRetry ? [button] : []),
  ]
}

function askedIn(query: URLSearchParams): RequestOf<'listMessages'> {
  const state = messageStates.find(one => one === query.get('state'))
  const kind = messageKinds.find(one => one === query.get('kind'))
  const message = query.get('message')
  const { limit } = pageIn(query)
  return {
    ...(state && { state }),
    ...(kind && { kind }),
    ...(message && { message }),
    ...(limit && { limit }),
  }
}
