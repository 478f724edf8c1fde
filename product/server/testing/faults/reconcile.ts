/** The answers that a client got about an order. */
export type TestifiedOrder = {
  orderId: string
  reference: string
  answers: { status: number; success: boolean; displayMsg: string; transactionId: string }[]
}

export type StoredOrder = {
  id: string
  reference: string
  status: string
  transactionId: string | null
  message: string | null
  outcome: string | null
}

/** `txn` is '' if the simulated authority failed on purpose before it read the request. */
export type AuthorityRequest = { txn: string; outcome: string }

export type BankResult = { orderId: string; transactionId: string }

/**
 * Compares the answers to clients with the stored orders, the requests to the authority and the results at the bank.
 * The comparison is valid only while no message is in transit.
 * @returns a sentence for each difference
 */
export function reconcile(world: {
  testified: readonly TestifiedOrder[]
  stored: readonly StoredOrder[]
  requests: readonly AuthorityRequest[]
  results: readonly BankResult[]
}): string[] {
  const { testified, stored, requests, results } = world
  return [
    ...testified.flatMap(order => compareWithStored(order, stored)),
    ...stored.flatMap(order => compareWithOutside(order, requests, results)),
    ...strangers(stored, requests, results),
  ]
}

function compareWithStored(order: TestifiedOrder, stored: readonly StoredOrder[]): string[] {
  const row = stored.find(({ id }) => id === order.orderId)
  if (!row) return [`order ${order.orderId} was opened and is not kept`]
  const different = new Set(order.answers.map(answer => JSON.stringify(answer)))
  if (different.size > 1) return [`order ${row.id} got different answers: ${[...different].join(' | ')}`]
  const [answer] = order.answers
  if (!answer) return []
  const fits =
    row.reference === order.reference &&
    row.transactionId === answer.transactionId &&
    row.status === (answer.success ? 'KYC_SUCCESS' : 'KYC_FAILURE') &&
    (answer.success || row.message === answer.displayMsg) &&
    (row.outcome === 'timed-out') === (answer.status === 504)
  return fits
    ? []
    : [`order ${row.id} is kept as ${JSON.stringify(row)} and was told as ${JSON.stringify(answer)}`]
}

function compareWithOutside(
  { id, status, transactionId }: StoredOrder,
  requests: readonly AuthorityRequest[],
  results: readonly BankResult[],
): string[] {
  const ownRequests = requests.filter(({ txn }) => txn !== '' && txn === transactionId)
  const ownResults = results.filter(({ orderId }) => orderId === id)
  const succeeded = status === 'KYC_SUCCESS'
  const faults: [sentence: string, isSo: boolean][] = [
    ['has no end', status === 'SUBMITTING'],
    ['asked the authority twice', ownRequests.length > 1],
    ['succeeded without the authority', succeeded && !ownRequests.some(one => one.outcome === 'verified')],
    ['succeeded, and the bank does not know it', succeeded && ownResults.length === 0],
    ['is twice with the bank', ownResults.length > 1],
    ['did not succeed, and the bank believes it did', !succeeded && ownResults.length > 0],
  ]
  return faults.flatMap(([sentence, isSo]) => (isSo ? [`order ${id} ${sentence}`] : []))
}

/** Finds authority requests and bank results without a stored order. Such requests reveal duplicate calls. */
function strangers(
  stored: readonly StoredOrder[],
  requests: readonly AuthorityRequest[],
  results: readonly BankResult[],
): string[] {
  const transactions = new Set(stored.map(({ transactionId }) => transactionId))
  const ids = new Set(stored.map(({ id }) => id))
  const claimed = stored.filter(({ transactionId }) => transactionId !== null).length
  return [
    ...requests
      .filter(({ txn }) => txn !== '' && !transactions.has(txn))
      .map(({ txn }) => `no order accounts for the request ${txn}`),
    ...results
      .filter(({ orderId }) => !ids.has(orderId))
      .map(({ orderId }) => `the bank has a result of ${orderId}, unknown`),
    ...(requests.length > claimed ? [`${requests.length} requests for ${claimed} claimed orders`] : []),
  ]
}
