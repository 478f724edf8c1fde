import { Card } from '../../parts/card.tsx'
import { OrderTable } from '../../parts/order-table.tsx'
import { Pager } from '../../parts/pager.tsx'
import { ReadPart } from '../../parts/read-part.tsx'
import { pageIn, useAddress } from '../../session/address.ts'
import { useCall } from '../../session/use-call.ts'
import { t } from '../../texts/t.ts'
import styles from './agent-page.module.css'

export function AgentOrders({ id }: { id: string }) {
  const { query } = useAddress()
  const orders = useCall('listOrders', { agent: id, ...pageIn(query) })
  return (
    <Card>
      <ReadPart query={orders} lines={8}>
        {({ rows, next }) => (
          <>
            {rows.length === 0 ? (
              <p className={styles.quiet}>{t('orderTable.noneYet')}</p>
            ) : (
              <OrderTable rows={rows} />
            )}
            <Pager next={next} />
          </>
        )}
      </ReadPart>
    </Card>
  )
}
