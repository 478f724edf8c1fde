import type { AnswerOf } from '@ekyc/contract/console/shapes'

export const asha = { id: '0196f3a1-0000-7000-8000-000000000007', name: 'Asha Verma' }
export const orderRow: AnswerOf<'listOrders'>['rows'][number] = {
  id: '0196f3a1-0000-7000-8000-0000000000d1',
  reference: 'DBS10001',
  status: 'KYC_FAILURE',
  verdict: 'refused',
  code: 'fingerprint_not_matched',
  createdOn: '2026-11-24T03:30:00.000Z',
  completedOn: '2026-11-24T03:31:00.000Z',
  transactionId: 'UKC:0123',
  agent: asha,
  model: 'MFS110',
}
export const order: AnswerOf<'getOrder'> = {
  ...orderRow,
  expiresOn: '2026-11-24T04:00:00.000Z',
  authority: { source: 'authentication', code: '300', action: '' },
  timeline: [
    { step: 'checked', at: '2026-11-24T03:30:00.120Z', isGood: true, auditPosition: 4711 },
    { step: 'consented', at: '2026-11-24T03:30:10.000Z', isGood: true, version: '3', language: 'hi' },
    {
      step: 'captured',
      at: '2026-11-24T03:30:20.000Z',
      isGood: true,
      tookMs: 2_340,
      model: 'MFS110',
      driver: '1.4.0',
    },
    { step: 'answered', at: '2026-11-24T03:31:00.000Z', isGood: false, code: '300' },
    {
      step: 'event_tried',
      at: '2026-11-24T03:31:05.000Z',
      isGood: false,
      tries: 2,
      failure: 'the bank answered 503',
    },
  ],
  device: {
    model: 'MFS110',
    maker: 'Mantra',
    service: 'MANTRA.WIN.001',
    driver: '1.4.0',
    level: 'L1',
    unit: 'ab'.repeat(16),
    certificateEndsOn: '2026-12-24T03:30:00.000Z',
  },
  names: { order: orderRow.id, transaction: 'UKC:0123', answer: null, request: 'r-42', trace: null },
  sameReference: {
    orders: [{ ...orderRow, id: '0196f3a1-0000-7000-8000-0000000000d2', verdict: 'verified', code: '' }],
    hasSucceeded: true,
    failuresToday: 1,
    failuresAllowed: 5,
  },
}

export const alert: AnswerOf<'listAlerts'>['rows'][number] = {
  number: 3,
  rule: 'night',
  state: 'new',
  agent: asha,
  facts: { counted: 15, from: 6 },
  stops: true,
  openedOn: '2026-11-26T03:30:00.000Z',
  lastOn: '2026-11-26T04:00:00.000Z',
  takenOn: null,
  takenBy: '',
  closedOn: null,
  closedBy: '',
  why: '',
}
