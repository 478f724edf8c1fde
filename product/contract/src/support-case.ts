import { Type, type Static } from 'typebox'

/** This module describes a scanner problem for support, without personal data (docs/schemas/support-case.json). */

const Text = (maxLength: number) => Type.String({ maxLength })
const Milliseconds = Type.Integer({ minimum: 0, maximum: 86_400_000 })
const closed = { additionalProperties: false }

const Exchange = Type.Object(
  {
    method: Type.Enum(['RDSERVICE', 'DEVICEINFO', 'CAPTURE', 'GET']),
    origin: Text(32),
    path: Text(500),
    at: Milliseconds,
    ms: Milliseconds,
    sent: Type.Optional(Text(10_000)),
    answer: Type.Optional(
      Type.Object(
        {
          status: Type.Integer(),
          contentType: Text(100),
          bytes: Type.Integer({ minimum: 0 }),
          text: Text(20_000),
          undecodable: Type.Optional(Type.Literal(true)),
        },
        closed,
      ),
    ),
    failure: Type.Optional(Text(32)),
  },
  closed,
)

export const SupportCase = Type.Object(
  {
    format: Type.Literal(1),
    recordedOn: Type.String({ format: 'date-time' }),
    permission: Text(32),
    pageHost: Text(255),
    exchanges: Type.Array(Exchange, { maxItems: 200 }),
    portal: Type.Object({ version: Text(64), language: Text(8) }, closed),
    browser: Type.Object({ userAgent: Text(400), brands: Type.Array(Text(100), { maxItems: 8 }) }, closed),
    clockOffsetMs: Type.Number({ description: "The server's clock less this computer's" }),
    steps: Type.Array(Type.Object({ at: Milliseconds, step: Text(32) }, closed), { maxItems: 100 }),
    advice: Type.Object({ name: Text(64), deviceCode: Type.Optional(Text(50)) }, closed),
    report: Type.Optional(Type.Array(Text(400), { maxItems: 150 })),
  },
  closed,
)
export type SupportCase = Static<typeof SupportCase>

export const SupportCaseEvent = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'The same as the header webhook-id' }),
    type: Type.Literal('support.case'),
    sentOn: Type.String({ format: 'date-time', description: 'When the agent sent it' }),
    case: SupportCase,
  },
  { title: 'SupportCaseEvent', description: 'Brings one scanner problem to SUPPORT_CASE_URL.' },
)
export type SupportCaseEvent = Static<typeof SupportCaseEvent>
