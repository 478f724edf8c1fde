import type { OrderRecord } from '../domain/stores.ts'
import { bigint, moment, nullable, outerJoined, text, textOf, uuid } from './kinds.ts'
import { sql, statement } from './sql.ts'

const listed = {
  id: uuid,
  reference: text,
  status: textOf<OrderRecord['status']>(),
  createdOn: moment,
  expiresOn: moment,
  completedOn: nullable(moment),
  transactionId: nullable(text),
  outcome: nullable(textOf<NonNullable<OrderRecord['outcome']>>()),
  message: nullable(text),
  errorSource: nullable(textOf<NonNullable<OrderRecord['errorSource']>>()),
  errorCode: nullable(text),
  action: nullable(text),
}
const listedColumns = sql`
  o.id, reference, status, o.created_on, expires_on, completed_on, transaction_id, outcome, message, error_source,
  error_code, action`

/** The newest first, since ids of orders begin with the time. `from` is inclusive, `before` exclusive. */
export const listOrders = statement('orders.list', listed)`
  select ${listedColumns} from orders o
  where agent_id = ${uuid('agentId')}
    and (${nullable(text)('status')}::text is null or status = ${nullable(text)('status')})
    and (${nullable(moment)('from')}::timestamptz is null or created_on >= ${nullable(moment)('from')})
    and (${nullable(moment)('before')}::timestamptz is null or created_on < ${nullable(moment)('before')})
  order by o.id desc limit ${bigint('limit')}`

/** Compares ids as text, since PostgreSQL refuses to compare a uuid with any other text. */
export const findOrders = statement('orders.findByName', { mobile: outerJoined(text), ...listed })`
  select a.mobile, ${listedColumns} from orders o left join agents a on a.id = o.agent_id
  where reference = ${text('name')} or transaction_id = ${text('name')} or o.id::text = lower(${text('name')})
  order by o.id desc limit ${bigint('limit')}`
