import type { ActName } from '@ekyc/contract/console/acts'
import type { AuditAction } from '@ekyc/contract/console/audit-actions'
import type { ProposalEffect, ProposalField } from '@ekyc/contract/console/proposal-changes'
import { Type, type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import { Value } from 'typebox/value'

import { createAuditStore } from '../database/audit/audit-store.ts'
import type { SqlRunner } from '../database/link/sql-runner.ts'
import type { JobKind } from '../database/staff/jobs.ts'
import { maskMobile, maskMobilesIn } from '../domain/agents/agents.ts'
import type { AuditSeals } from '../domain/audit/audit-seal.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import type { RegisteredDeviceModel } from '../domain/kyc/capture-check.ts'
import type { Policy } from '../domain/policy.ts'
import type { SecretBoxKeys } from '../domain/secrets.ts'
import type { Maker } from '../domain/staff/permissions.ts'
import type { StaffOrigin } from '../domain/staff/staff-sessions.ts'

/** An audited action that runs: its transaction (`db`), its time, its maker, and its audit row, which the action fills in. */
export type AuditedContext = {
  db: SqlRunner
  at: Date
  maker: Maker
  row: AuditEntry
  /** Returns a mobile number as a refusal shows it: in full to an operator, masked to the bank's staff. */
  maskedForMaker(mobile: string): string
  /** Adds an audit row for one of several agents, so that a search by this agent finds the action. */
  addRow(action: AuditAction, row: AuditEntry): Promise<void>
}

/** Reports that the act would no longer do what was approved. Nothing was changed. */
export class ChangedSinceApproval extends CommandRefused {}

export type AuditEntry = {
  subject: string
  agentId?: string
  unchanged?: boolean
  /** True for a look that the trail has already. A page that reads again every 15 s would fill the trail. */
  isRecordedAlready?: boolean
}

export type ActInputSchema<Value> = { schema: TSchema; is(value: unknown): value is Value }

/** A field that may be missing may be undefined too, as a caller has it who passes an optional value on. */
export type OptionalOrUndefined<Value> = Value extends readonly (infer Item)[]
  ? OptionalOrUndefined<Item>[]
  : Value extends object
    ? {
        [Field in keyof Value]: object extends Pick<Value, Field>
          ? OptionalOrUndefined<Value[Field]> | undefined
          : OptionalOrUndefined<Value[Field]>
      }
    : Value

export function actInput<Properties extends TProperties>(
  properties: Properties,
): ActInputSchema<OptionalOrUndefined<Static<TObject<Properties>>>> {
  const schema = Type.Object(properties, { additionalProperties: false })
  return {
    schema,
    is: (value): value is OptionalOrUndefined<Static<TObject<Properties>>> => Value.Check(schema, value),
  }
}

/** The most rows that a list of the command line gives. */
export const listLimitSchema = Type.Integer({ minimum: 1, maximum: 10_000 })

/** An act may use these besides its transaction. It calls a function only when it needs the value. */
export type ActDependencies = {
  seals: AuditSeals
  policy(): Policy
  outboxKeys(): SecretBoxKeys
  /** Returns the registry of devices. Undefined if every certified device is accepted, or if no registry is known. */
  registry?(): readonly RegisteredDeviceModel[] | undefined
  progress(done: number, of: number): void
}

/** An act that runs. */
export type ActContext = AuditedContext & ActDependencies

/** The preview of an act that a second person sees and approves. */
export type Preview = {
  /** The input of the act as the database keeps it, without mobile numbers of agents. */
  input: unknown
  /** Every row that the act changes, with the row's version at the time of the proposal. */
  ground: { kind: 'agent' | 'staff'; id: string; version: number }[]
  changes: { field: ProposalField; now: string; becomes: string; rows: number }[]
  /** Other effects of the act as counts, such as the number of sessions that end. */
  effect: Partial<Record<ProposalEffect, number>>
}

/** One operation, which the console and the command line run in the same way. */
export type Act<In, Out> = {
  name: ActName
  input: ActInputSchema<In>
  /** Returns the number of agents that the act touches. An act without this function touches one agent. */
  size?(input: In): number
  /** True if this input gives a right, so that the act always needs a second person. */
  givesRight?(input: In): boolean
  /**
   * Replaces a description of agents in the input by the agents' ids, so that a second person approves exactly these
   * agents.
   * @returns an input for the act that has the same name in the table `acts`
   */
  nameAgents?(action: ActContext, input: In): Promise<unknown>
  /**
   * Makes the preview for a second person. Needed for an act that cannot be run and rolled back for a preview, because
   * it takes long, needs another database role, or changes more than agents.
   */
  preview?(action: ActContext, input: In): Promise<Preview>
  /** The kind of job that runs the act after its approval. Without a job, the last vote runs the act. */
  job?: JobKind
  run(action: ActContext, input: In): Promise<Out>
}

/** An act that a job does in pieces. Each piece is a transaction with its own audit row. */
export type ActJob<In> = {
  act: Act<In, unknown>
  /** The database tells where the previous piece ended. */
  piece(action: ActContext, input: In): Promise<PieceProgress>
}

/**
 * The progress after a piece. held: the job has reserved the rows that it will change, but has not changed any yet.
 * more: the job has changed some rows, and another piece follows. over: this was the last piece.
 */
export type PieceProgress = { done: number; total: number; end: 'held' | 'more' | 'over' }

/** Returns the act unchanged, so that TypeScript infers the types of its input and its result. */
export function defineAct<In, Out>(of: Act<In, Out>): Act<In, Out> {
  return of
}

/**
 * Runs a maker's action and writes its audit row in one transaction, so that every change or view has a record. A
 * refused action is rolled back, but its audit row is kept.
 * @param action the name in the audit trail, in the form noun.verb
 * @throws CommandRefused
 */
export type RunAudited = <T>(action: AuditAction, work: (action: AuditedContext) => Promise<T>) => Promise<T>

export function createRunAudited(options: {
  runner: SqlRunner
  seals: AuditSeals
  maker: Maker
  /** Undefined for the command line. */
  origin?: StaffOrigin
  now: () => Date
}): RunAudited {
  const { runner, seals, maker, now } = options
  const { requestId, traceId, address } = options.origin ?? {}
  return async (action, work) => {
    const at = now()
    const row: AuditEntry = { subject: '' }
    const ended = await runner.inTransaction(async transaction => {
      const append = (of: AuditAction, { subject, agentId }: AuditEntry, outcome: string) =>
        createAuditStore(transaction, seals).append({
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
      const maskedForMaker = (mobile: string) => (maker.kind === 'staff' ? maskMobile(mobile) : mobile)
      const addRow = (part: AuditAction, partRow: AuditEntry) => append(part, partRow, 'done')
      try {
        const result = await transaction.inTransaction(db =>
          work({ db, at, maker, row, maskedForMaker, addRow }),
        )
        if (row.isRecordedAlready !== true)
          await append(action, row, row.unchanged === true ? 'unchanged' : 'done')
        return { result }
      } catch (refusal) {
        if (!(refusal instanceof CommandRefused)) throw refusal
        await append(action, row, 'refused')
        return { refusal }
      }
    })
    if ('refusal' in ended) throw ended.refusal
    return ended.result
  }
}

/** Returns the maker's name. A person of the staff gets the end of their id too: names repeat, and ids begin with a time. */
export function actorText(maker: Maker): string {
  return maker.kind === 'staff' ? `${maker.name} ${actorSuffix(maker)}` : maker.name
}

/** Returns the end of an actor in the trail, which stays when the person gets another name. */
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
