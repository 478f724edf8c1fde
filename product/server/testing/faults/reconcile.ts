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

export type Finding = { kind: 'mismatch' | 'missing' | 'duplicate'; what: string }

/**
 * Compares the answers to clients with the stored orders, the requests to the authority and the results at the bank. An
 * order that matches gives no finding. The comparison is valid only while no message is in transit.
 */
export function reconcile(world: {
  testified: readonly TestifiedOrder[]
  stored: readonly StoredOrder[]
  requests: readonly AuthorityRequest[]
  results: readonly BankResult[]
}): Finding[] {
  const { testified, stored, requests, results } = world
  return [
    ...testified.flatMap(order => compareWithStored(order, stored)),
    ...stored.flatMap(order => compareWithOutside(order, requests, results)),
    ...strangers(stored, requests, results),
  ]
}

function compareWithStored(order: TestifiedOrder, stored: readonly StoredOrder[]): Finding[] {
  const row = stored.find(({ id }) => id === order.orderId)
  if (!row) return [{ kind: 'missing', what: `order ${order.orderId} was opened and is not kept` }]
  const different = new Set(order.answers.map(answer => JSON.stringify(answer)))
  if (different.size > 1)
    return [
      { kind: 'mismatch', what: `order ${row.id} got different answers: ${[...different].join(' | ')}` },
    ]
  const [answer] = order.answers
  if (!answer) return []
  const fits =
    row.reference === order.reference &&
    row.transactionId === answer.transactionId &&
    row.status === (answer.success ? 'KYC_SUCCESS' : 'KYC_FAILURE') &&
    (answer.success || row.message === answer.displayMsg) &&
    (row.outcome === 'timed-out') === (answer.status === 504)
  if (fits) return []
  const what = `order ${row.id} is kept as ${JSON.stringify(row)} and was told as ${JSON.stringify(answer)}`
  return [{ kind: 'mismatch', what }]
}

function compareWithOutside(
  order: StoredOrder,
  requests: readonly AuthorityRequest[],
  results: readonly BankResult[],
): Finding[] {
  const findings: Finding[] = []
  const orderRequests = requests.filter(({ txn }) => txn !== '' && txn === order.transactionId)
  const orderResults = results.filter(({ orderId }) => orderId === order.id)
  const succeeded = order.status === 'KYC_SUCCESS'
  if (order.status === 'SUBMITTING') findings.push({ kind: 'missing', what: `order ${order.id} has no end` })
  if (orderRequests.length > 1)
    findings.push({
      kind: 'duplicate',
      what: `order ${order.id} asked the authority ${orderRequests.length} times`,
    })
  if (succeeded && !orderRequests.some(({ outcome }) => outcome === 'verified'))
    findings.push({ kind: 'missing', what: `order ${order.id} succeeded without the authority` })
  if (succeeded && orderResults.length === 0)
    findings.push({ kind: 'missing', what: `the bank does not know that order ${order.id} succeeded` })
  if (orderResults.length > 1)
    findings.push({ kind: 'duplicate', what: `order ${order.id} is twice with the bank` })
  if (!succeeded && orderResults.length > 0)
    findings.push({ kind: 'mismatch', what: `the bank believes that order ${order.id} succeeded` })
  return findings
}

/** Finds authority requests and bank results without a stored order. Such requests reveal duplicate calls. */
function strangers(
  stored: readonly StoredOrder[],
  requests: readonly AuthorityRequest[],
  results: readonly BankResult[],
): Finding[] {
  const transactions = new Set(stored.map(({ transactionId }) => transactionId))
  const ids = new Set(stored.map(({ id }) => id))
  const nobodys = requests.filter(({ txn }) => txn !== '' && !transactions.has(txn))
  const claimed = stored.filter(({ transactionId }) => transactionId !== null).length
  return [
    ...nobodys.map(({ txn }): Finding => ({
      kind: 'duplicate',
      what: `no order accounts for the request ${txn}`,
    })),
    ...results
      .filter(({ orderId }) => !ids.has(orderId))
      .map(({ orderId }): Finding => ({
        kind: 'missing',
        what: `the bank has a result of ${orderId}, unknown`,
      })),
    ...(requests.length > claimed
      ? [{ kind: 'duplicate' as const, what: `${requests.length} requests for ${claimed} claimed orders` }]
      : []),
  ]
}
