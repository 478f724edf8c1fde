import type { ActName } from '@ekyc/contract/console/acts'
import type { AuditAction } from '@ekyc/contract/console/audit-actions'
import type { ProposalEffect, ProposalField } from '@ekyc/contract/console/proposal-changes'
import { Type, type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import { Value } from 'typebox/value'

import { createAuditStore } from '../database/audit/audit-store.ts'
import type { SqlRunner } from '../database/link/sql.ts'
import type { JobKind } from '../database/staff/jobs.ts'
import { maskMobilesIn } from '../domain/agents/agents.ts'
import type { AuditSeals } from '../domain/audit/audit-seal.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import type { RegisteredDeviceModel } from '../domain/kyc/capture-check.ts'
import type { Policy } from '../domain/policy.ts'
import type { SecretBoxKeys } from '../domain/secrets.ts'
import type { Maker } from '../domain/staff/permissions.ts'

/** Functions, since the command line reads a setting only for an act that needs it. */
export type ActDependencies = {
  seals: AuditSeals
  policy(): Policy
  outboxKeys(): SecretBoxKeys
  /** Undefined if every certified device is accepted, or if no registry is known. */
  registry?(): readonly RegisteredDeviceModel[] | undefined
  progress(done: number, of: number): void
}

export type ActContext = ActDependencies & {
  /** The transaction that also writes the audit row. */
  db: SqlRunner
  at: Date
  maker: Maker
  row: AuditEntry
  /** A search by one of several agents finds the action by this agent's own row. */
  addRow(action: AuditAction, row: AuditEntry): Promise<void>
}

export class ChangedSinceApproval extends CommandRefused {}

export type AuditEntry = {
  subject: string
  agentId?: string
  unchanged?: boolean
  /** True for a look that the trail has already. A page that reads again every 15 s would fill the trail. */
  isRecordedAlready?: boolean
}

/** Where a call of the console comes from, for the audit row. */
export type StaffOrigin = { address: string; requestId: string; traceId: string | undefined }

export type ActInputSchema<Value> = { schema: TSchema; is(value: unknown): value is Value }

/** A field that may be missing may be undefined too, as a caller has it who passes an optional value on. */
export type InputOf<Properties extends TProperties, Fields = Static<TObject<Properties>>> = {
  [Field in keyof Fields]: Fields[Field] | (object extends Pick<Fields, Field> ? undefined : never)
}

export function actInput<Properties extends TProperties>(
  properties: Properties,
): ActInputSchema<InputOf<Properties>> {
  const schema = Type.Object(properties, { additionalProperties: false })
  return { schema, is: (value): value is InputOf<Properties> => Value.Check(schema, value) }
}

export const listLimitSchema = Type.Integer({ minimum: 1, maximum: 10_000 })

export type Preview = {
  /** The input contains no mobile number of an agent. */
  input: unknown
  /** The ground has every row that the act changes. */
  ground: { kind: 'agent' | 'staff'; id: string; version: number }[]
  changes: { field: ProposalField; now: string; becomes: string; rows: number }[]
  /** The effect counts what else happens, such as the sessions that end. */
  effect: Partial<Record<ProposalEffect, number>>
}

export type Act<In, Out> = {
  name: ActName
  input: ActInputSchema<In>
  /** The number of agents that the act touches: one, unless told. */
  size?(input: In): number
  /** True if this input gives a right, so that the act always needs a second person. */
  givesRight?(input: In): boolean
  /** Returns the ids of agents that the input describes, so that a second person approves exactly these agents. */
  nameAgents?(action: ActContext, input: In): Promise<unknown>
  /** Some acts cannot be run and rolled back: they take long, need another role, or change more than agents. */
  preview?(action: ActContext, input: In): Promise<Preview>
  /** The job that runs the act after its approval. Without one, the last vote runs the act. */
  job?: JobKind
  /**
   * A job runs the act in pieces, each a transaction with its own audit row. The database tells where the previous piece
   * ended.
   */
  runPiece?(action: ActContext, input: In): Promise<{ done: number; total: number; isOver: boolean }>
  run(action: ActContext, input: In): Promise<Out>
}

/** Lets TypeScript infer the types of input and result. */
export function defineAct<In, Out>(of: Act<In, Out>): Act<In, Out> {
  return of
}

/** Action and audit row are one transaction. A refused action is rolled back, but its row is kept. */
type RunAudited = <T>(action: AuditAction, work: (action: ActContext) => Promise<T>) => Promise<T>

export type AuditOptions = {
  runner: SqlRunner
  dependencies: ActDependencies
  maker: Maker
  /** Undefined for the command line. */
  origin?: StaffOrigin
  now: () => Date
}

export function createRunAudited(options: AuditOptions): RunAudited {
  const { runner, dependencies, maker, now } = options
  const { requestId, traceId, address } = options.origin ?? {}
  return async (action, work) => {
    const at = now()
    const row: AuditEntry = { subject: '' }
    const ended = await runner.inTransaction(async transaction => {
      const append = (of: AuditAction, { subject, agentId }: AuditEntry, outcome: string) =>
        createAuditStore(transaction, dependencies.seals).append({
          at,
          actorKind: maker.kind,
          agentId,
          actor: actorText(maker),
          action: of,
          subject: maker.kind === 'staff' ? maskMobilesIn(subject) : subject,
          outcome,
          requestId,
          traceId,
          address,
        })
      const addRow = (part: AuditAction, partRow: AuditEntry) => append(part, partRow, 'done')
      try {
        const result = await transaction.inTransaction(db =>
          work({ ...dependencies, db, at, maker, row, addRow }),
        )
        if (row.isRecordedAlready !== true)
          await append(action, row, row.unchanged === true ? 'unchanged' : 'done')
        return { result }
      } catch (refusal) {
        if (!(refusal instanceof CommandRefused)) throw refusal
        if (maker.kind === 'staff') refusal.message = maskMobilesIn(refusal.message)
        await append(action, row, 'refused')
        return { refusal }
      }
    })
    if ('refusal' in ended) throw ended.refusal
    return ended.result
  }
}

/** A person of the staff has the end of their id beside the name: names repeat, and ids begin with a time. */
export function actorText(maker: Maker): string {
  return maker.kind === 'staff' ? `${maker.name} ${actorSuffix(maker)}` : maker.name
}

/** Stays when the person gets another name. */
export function actorSuffix({ id }: { id: string }): string {
  return `(staff ${id.slice(-8)})`
}

const rowsAtOnce = 1_000

/** Splits a long list, since each database statement has a time limit. */
export function chunksOf<T>(all: T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / rowsAtOnce) }, (_, index) =>
    all.slice(index * rowsAtOnce, (index + 1) * rowsAtOnce),
  )
}
