import { exceptionStates } from '@ekyc/contract/exceptions'

import { Card } from '../../parts/card.tsx'
import { Empty } from '../../parts/empty.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Age, ReadPart } from '../../parts/read-part.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import { useAddress } from '../../session/address.ts'
import { useCall } from '../../session/use-call.ts'
import { t } from '../../texts/t.ts'
import { ExceptionTable } from './exception-table.tsx'

export function ExceptionsPage() {
  const { query } = useAddress()
  const state = exceptionStates.find(one => one === query.get('state')) ?? 'open'
  const exceptions = useCall('listExceptions', { state })
  return (
    <>
      <PageHead title={t('nav.exceptions')} beside={<Age query={exceptions} />} />
      <Tabs
        label={t('exceptions.states')}
        tabs={exceptionStates.map(one => ({ title: t(`exceptions.${one}`), to: addressOf(one) }))}
        current={addressOf(state)}
      />
      <Card>
        <ReadPart query={exceptions} lines={8}>
          {({ rows, isMore }) => (
            <>
              {rows.length > 0 ? (
                <ExceptionTable caption={t('exceptions.states')} rows={rows} />
              ) : (
                <Empty>{t(`exceptions.none.${state}`)}</Empty>
              )}
              {isMore && <Empty>{t('exceptions.more', { count: rows.length })}</Empty>}
            </>
          )}
        </ReadPart>
      </Card>
    </>
  )
}

function addressOf(state: (typeof exceptionStates)[number]): string {
  return state === 'open' ? '/exceptions' : `/exceptions?state=${state}`
}
