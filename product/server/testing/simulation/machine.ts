import { DatabaseAway } from '../../src/domain/database-away.ts'
import type { Timer } from '../../src/domain/clocks.ts'
import type { SeededRandom } from '../fixed/seeded-random.ts'
import type { Transaction, Wire } from './memory-transactions.ts'
import type { Scheduler } from './scheduler.ts'

/** The faults of a world. The numbers are probabilities, which become 0 when the agents have finished. */
export type Weather = { lostMessage: number; lostCommit: number; bankAway: number; databaseIsDown: boolean }

/** A server's machine: its clock, its timers and its connections to the database. A crash ends all of them. */
export type Machine = {
  name: string
  now: () => Date
  sharedNow: () => Date
  timer: Timer
  wire: Wire
  isAlive(): boolean
  /** Returns the time of the database's last failure for this machine, in ms since the start of the world. */
  lastFault(): number
  died: Promise<never>
  /** Resolves after `ms`, unless the machine has crashed by then. */
  later(ms: number): Promise<void>
  step(ms: number): void
  crash(): void
}

/** Tells a caller that its connection broke because the machine crashed. */
export class Crashed extends Error {}

const lockTimeoutMs = 2_000
/** The longest time until the database notices a lost connection and releases its locks, in ms. */
const noticedMs = 3_000
/** The longest delay of a commit that still arrives after its sender has given it up, in ms. */
const lateCommitMs = 20_000

export function createMachine(world: {
  name: string
  start: number
  offsetMs: number
  scheduler: Scheduler
  random: SeededRandom
  weather: Weather
}): Machine {
  const { scheduler, random, weather } = world
  const open = new Set<Transaction>()
  let { offsetMs } = world
  let isAlive = true
  let lastFault = Number.NEGATIVE_INFINITY
  let die = (): void => {}
  const died = new Promise<never>((_resolve, reject) => (die = () => reject(new Crashed())))
  died.catch(() => {})
  /** The error of `sharedNow`, in ms. A server measures the database's clock to within half a round trip. */
  const sharedErrorMs = random.below(200) - 100
  const dateAt = (differenceMs: number) => new Date(world.start + Math.floor(scheduler.now()) + differenceMs)

  const later = (ms: number) => new Promise<void>(resolve => scheduler.after(ms, () => isAlive && resolve()))

  function lose(reject: (error: Error) => void): void {
    lastFault = scheduler.now()
    if (isAlive) reject(new DatabaseAway(new Error('the connection was lost')))
  }

  const wire: Wire = {
    begin: transaction => void open.add(transaction),

    carry: () =>
      new Promise((resolve, reject) => {
        scheduler.after(latency(random), () => {
          if (weather.databaseIsDown || random.chance(weather.lostMessage)) lose(reject)
          else if (isAlive) resolve()
        })
      }),

    commit: transaction =>
      new Promise((resolve, reject) => {
        open.delete(transaction)
        const fate = random.chance(weather.lostCommit) ? random.pick(fates) : 'answered'
        scheduler.after(latency(random), () => {
          if (fate === 'late') scheduler.after(random.below(lateCommitMs), () => transaction.end(true))
          else transaction.end(fate !== 'lost' && !weather.databaseIsDown)
          if (fate !== 'answered' || weather.databaseIsDown) lose(reject)
          else scheduler.after(latency(random), () => isAlive && resolve())
        })
      }),

    async rollBack(transaction, cause) {
      if (!open.delete(transaction)) return
      const isLost = cause instanceof DatabaseAway
      scheduler.after(isLost ? random.below(noticedMs) : latency(random), () => transaction.end(false))
    },

    afterLockTimeout: expired =>
      scheduler.after(lockTimeoutMs, () => {
        lastFault = scheduler.now()
        expired()
      }),
  }

  return {
    name: world.name,
    now: () => dateAt(offsetMs),
    sharedNow: () => dateAt(sharedErrorMs),
    timer: { uptimeMs: () => scheduler.now(), wait: later },
    wire,
    isAlive: () => isAlive,
    lastFault: () => lastFault,
    died,
    later,
    step: ms => void (offsetMs += ms),
    crash() {
      isAlive = false
      for (const transaction of open) scheduler.after(random.below(noticedMs), () => transaction.end(false))
      die()
    },
  }
}

const fates = ['lost', 'unknown', 'late'] as const

/** Draws the delay of a message, in ms. Any two messages may arrive in the wrong order. */
function latency(random: SeededRandom): number {
  const kind = random.below(100)
  if (kind < 90) return random.below(2_000) / 1_000
  return kind < 98 ? random.below(50) : random.below(1_000)
}
