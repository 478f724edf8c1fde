import type { ActName } from '@ekyc/contract/console/acts'
import { mobileLength } from '@ekyc/contract/limits'
import { isMobile } from '@ekyc/contract/rules'
import { Type, type Static, type TObject, type TProperties, type TSchema } from 'typebox'
import { Value } from 'typebox/value'

import { lockAgent, lockAgentById, type ManagedAgent } from '../database/agents.ts'
import { auditIn } from '../database/audit.ts'
import type { JobKind } from '../database/jobs.ts'
import type { Runner } from '../database/runner.ts'
import { askShardsInTurn } from '../database/shards-in-turn.ts'
import type { AuditSeals } from '../domain/audit-seal.ts'
import type { RegisteredDevice } from '../domain/capture-check.ts'
import { CommandRefused } from '../domain/command-refused.ts'
import { maskMobile, withMaskedMobiles } from '../domain/mask-mobile.ts'
import { isUuid } from '../domain/new-id.ts'
import type { OtpSettings } from '../domain/one-time-code.ts'
import type { Maker } from '../domain/permit.ts'
import type { Policy } from '../domain/policy.ts'
import type { SecretBoxKeys } from '../domain/secret-box.ts'
import type { StaffOrigin } from '../domain/staff-sessions.ts'
import { refuseHeld } from './held-agents.ts'

/** A running action: its transaction, its moment, and its audit row, which the action completes. */
export type Action = {
  db: Runner
  at: Date
  maker: Maker
  row: AuditRow
  /** Names a mobile in a refusal: whole for an operator, masked for the bank's staff. */
  shown(mobile: string): string
  /** Adds an audit row for one agent of an action on several, so that a search by agent finds it. */
  addRow(action: string, row: AuditRow): Promise<void>
}

/** Reports that somebody else has changed what the maker saw. Nothing is done. */
export class ChangedMeanwhile extends CommandRefused {
  constructor() {
    super('Somebody has changed this meanwhile. Look at it again.')
  }
}

export type AuditRow = { subject: string; agentId?: string; unchanged?: boolean }

/** Says what an act takes, and tells whether a value is it. */
export type Input<Value> = { schema: TSchema; is(value: unknown): value is Value }

export function inputOf<Properties extends TProperties>(
  properties: Properties,
): Input<Static<TObject<Properties>>> {
  const schema = Type.Object(properties, { additionalProperties: false })
  return { schema, is: (value): value is Static<TObject<Properties>> => Value.Check(schema, value) }
}

/** Makes a property that a door may leave out, or give as undefined. */
export function orNone<Schema extends TSchema>(schema: Schema) {
  return Type.Optional(Type.Union([schema, Type.Undefined()]))
}

/** Means serve an act besides the database; each is read when the act asks for it. */
export type Means = {
  seals: AuditSeals
  /** True if the bank's identity provider gives people and roles. */
  hasProvider(): boolean
  policy(): Policy
  outboxKeys(): SecretBoxKeys
  otpSettings(): OtpSettings & { outboxKeys: SecretBoxKeys }
  /** The registry of devices; undefined where every certified device is taken, or nobody told. */
  registry?(): readonly RegisteredDevice[] | undefined
  /** Shows the progress of a long act: `done` of `of`. */
  progress(done: number, of: number): void
}

/** The preview that a second person sees and approves. */
export type Draft = {
  /** The input as it is kept, without mobiles of agents. */
  input: unknown
  /** Every touched row, with the version on which the proposal stands. */
  ground: { kind: 'agent' | 'staff'; id: string; version: number }[]
  /** Each change of a field, with the number of rows that it reaches. */
  changes: { field: string; now: string; becomes: string; rows: number }[]
  /** Counts by name, such as the sessions that end. */
  effect: Record<string, number>
}

/** One thing that may be done, through whichever door it is asked for. */
export type Act<In, Out> = {
  /** Its name in the audit trail, and in the table of who may. */
  name: ActName
  input: Input<In>
  /** Counts the agents that it touches; one without it. */
  size?(input: In): number
  /**
   * Names the agents that the input describes, so that a second person approves these and no others.
   * @returns an input of the act that the table has under this name
   */
  settle?(action: Action & Means, input: In): Promise<unknown>
  /**
   * Finds what a second person is shown, if the act cannot be done and taken back for it: it takes long, needs another
   * role of the database, or touches more than agents.
   */
  draft?(action: Action & Means, input: In): Promise<Draft>
  /** The job that does it once it is approved; without it, the last vote does it. */
  job?: JobKind
  run(action: Action & Means, input: In): Promise<Out>
}

/** An act that can be looked at first; it runs its own `plan`. */
export type PlannedAct<In, Out, Plan> = Act<In, Out> & {
  /** The name of a preview in the audit trail. */
  previewName: string
  /** Finds what the act would do, and changes nothing. */
  plan(action: Action, input: In): Promise<Plan>
}

/** Takes the types of an act from its parts. */
export function act<In, Out>(of: Act<In, Out>): Act<In, Out> {
  return of
}

/**
 * Runs a maker's action and writes its audit row in one transaction, so that every change or view has a record. A
 * refused action is rolled back, but its audit row stays.
 * @param action noun.verb, as in the audit trail
 * @throws CommandRefused
 */
export type Audited = <T>(action: string, work: (action: Action) => Promise<T>) => Promise<T>

export function createAudited(options: {
  runner: Runner
  seals: AuditSeals
  maker: Maker
  /** Where the maker's request comes from; nothing for the command line. */
  origin?: StaffOrigin
  now: () => Date
}): Audited {
  const { runner, seals, maker, now } = options
  const { requestId, traceId, address } = options.origin ?? {}
  return async (action, work) => {
    const at = now()
    const row: AuditRow = { subject: '' }
    const ended = await runner.inTransaction(async transaction => {
      await askShardsInTurn(transaction)
      const append = (of: string, { subject, agentId }: AuditRow, outcome: string) =>
        auditIn(transaction, seals).append({
          at,
          actorKind: maker.kind,
          agentId,
          actor: actorOf(maker),
          action: of,
          subject: maker.kind === 'staff' ? withMaskedMobiles(subject) : subject,
          outcome,
          requestId,
          traceId,
          address,
        })
      const shown = (mobile: string) => (maker.kind === 'staff' ? maskMobile(mobile) : mobile)
      const addRow = (part: string, partRow: AuditRow) => append(part, partRow, 'done')
      try {
        const result = await transaction.inTransaction(db => work({ db, at, maker, row, shown, addRow }))
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

/** Names a person of the staff together with the start of their id, since two may have one name. */
export function actorOf(maker: Maker): string {
  return maker.kind === 'staff' ? `${maker.name} (staff ${maker.id.slice(0, 8)})` : maker.name
}

/**
 * Finds the agent and locks the row, so that actions of two makers on one agent run one after the other.
 * @param named the agent's id or mobile
 * @param about follows the mobile in the subject of the audit row
 */
export async function agentOf({ db, row, shown }: Action, named: string, about = ''): Promise<ManagedAgent> {
  const agent = isUuid(named) ? await byId(named) : await byMobile(named)
  row.subject = `${agent.mobile} ${about}`.trim()
  row.agentId = agent.id
  return agent

  async function byId(agentId: string): Promise<ManagedAgent> {
    row.subject = agentId
    const found = await lockAgentById.first(db, { id: agentId })
    if (!found) throw new CommandRefused(`There is no agent with the id ${agentId}.`)
    return found
  }

  async function byMobile(mobile: string): Promise<ManagedAgent> {
    row.subject = 'no mobile number'
    if (!isMobile(mobile))
      throw new CommandRefused(`'${shown(mobile)}' is not a mobile number: ${mobileLength} digits.`)
    // Masks a number without an agent, since it may belong to anybody.
    row.subject = maskMobile(mobile)
    const found = await lockAgent.first(db, { mobile })
    if (!found) throw new CommandRefused(`There is no agent with the mobile ${shown(mobile)}.`)
    return found
  }
}

/**
 * Makes an act that changes one agent, or has nothing to change.
 * @param about follows the mobile in the subject of the audit row
 */
export function changing<In extends { agent: string }, Out extends { changed: boolean }>(
  name: ActName,
  input: Input<In>,
  work: (agent: ManagedAgent, action: Action, input: In) => Promise<Out>,
  about?: (input: In) => string,
): Act<In, { mobile: string } & Out> {
  return {
    name,
    input,
    async run(action, told) {
      const agent = await agentOf(action, told.agent, about?.(told))
      await refuseHeld(action.db, [agent.mobile])
      const result = await work(agent, action, told)
      action.row.unchanged = !result.changed
      return { mobile: agent.mobile, ...result }
    },
  }
}

/** The input of an act whose only question is whom it concerns: an id, or a mobile. */
export const onlyAgent = inputOf({ agent: Type.String() })
