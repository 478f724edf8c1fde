import { consoleBase, consoleCalls } from '@ekyc/contract/console/calls'
import type { FastifyBaseLogger } from 'fastify'

import type { ActDependencies } from './acts/act.ts'
import { consoleJobKinds, runNextJob } from './acts/jobs.ts'
import { createActRunner } from './acts/perform.ts'
import { createStaffProofs, type StaffProofs } from './acts/staff/staff-proofs.ts'
import { createStaffSessions } from './acts/staff/staff-sessions.ts'
import type { ConsoleConfig } from './config/read-config.ts'
import { buildConsoleApp } from './console/console-app.ts'
import type { ConsoleContext, ConsoleHandlers } from './console/handler-types.ts'
import { actHandlers } from './console/handlers/acts.ts'
import { agentHandlers } from './console/handlers/agents.ts'
import { overviewHandlers } from './console/handlers/overview.ts'
import { auditHandlers } from './console/handlers/audit.ts'
import { deviceHandlers } from './console/handlers/devices.ts'
import { orderHandlers } from './console/handlers/orders.ts'
import { importHandlers } from './console/handlers/imports.ts'
import { proposalHandlers } from './console/handlers/proposals.ts'
import { staffHandlers } from './console/handlers/staff.ts'
import { signInHandlers } from './console/handlers/sign-in.ts'
import { createConsoleRateLimits } from './console/rate-limits.ts'
import { countWaitingWork, fourEyesAreOn } from './database/staff/proposals.ts'
import { countUndecidedExceptions } from './database/kyc/kyc-exceptions.ts'
import type { OpenDatabase } from './database/link/open-database.ts'
import { deriveKeys } from './domain/secrets.ts'
import { permissionFor, type Maker } from './domain/staff/permissions.ts'
import { createIdentityProvider } from './gateways/identity-provider.ts'
import { createMetrics } from './metrics/metrics.ts'
import { createRepeatingJob } from './process/repeating-job.ts'
import { createTracer, type SpanSink } from './tracing/trace.ts'

export type AssembledConsole = Awaited<ReturnType<typeof assembleConsole>>

export async function assembleConsole(parts: {
  config: ConsoleConfig
  open: OpenDatabase
  log: FastifyBaseLogger
  spans: SpanSink | undefined
  stopping: AbortSignal
  isPrepared: () => boolean
  origin: () => string
  proofs?: Pick<StaffProofs, 'use'>
  now: () => Date
}) {
  const { config, open, log, origin, now } = parts
  const { runner, seals } = open
  const metrics = createMetrics()
  const tracer = createTracer(parts.spans)
  const onFault = (error: unknown) => {
    metrics.faults.inc()
    log.error({ err: error }, 'a job of the console failed')
  }
  const { policy, idleLimitMs, roleGroups } = config
  const dependencies: ActDependencies = {
    seals,
    policy: () => policy,
    outboxKeys: () => config.outboxKeys,
    registry: () => config.devices,
    progress: () => {},
  }
  const sessions = createStaffSessions({ runner, dependencies, roleGroups, idleLimitMs, now })
  const redirectUri = () => origin() + consoleBase + consoleCalls.finishSignIn.path
  const ctx: ConsoleContext = {
    runner,
    dependencies,
    digestKey: deriveKeys(config.auditKeys, 'search-digest')[0],
    sessions,
    proofs: { ...createStaffProofs({ runner, seals, now }), ...parts.proofs },
    provider: createIdentityProvider({ ...config.provider, redirectUri }, { now }),
    onNotProven: ({ message }) => log.warn({ reason: message }, "the bank's provider has proven nobody"),
    idleLimitMs,
    fourEyes: () => fourEyesAreOn(runner, config.fourEyes),
    now,
  }
  const handlers: ConsoleHandlers = {
    ...overviewHandlers(ctx),
    ...actHandlers(ctx),
    ...proposalHandlers(ctx),
    ...orderHandlers(ctx),
    ...deviceHandlers,
    ...signInHandlers(ctx),
    ...staffHandlers(ctx),
    ...auditHandlers(ctx),
    ...agentHandlers(ctx),
    ...importHandlers,
  }
  const working = createRepeatingJob({
    everyMs: 5_000,
    async run(stopping) {
      while (
        !stopping.aborted &&
        (await runNextJob({ runner, dependencies, now, kinds: consoleJobKinds, stopping }))
      );
    },
    onFault,
  })
  const app = await buildConsoleApp({
    handlers,
    sessions,
    callLimits: createConsoleRateLimits(now),
    doorFor(staff, from) {
      const maker: Maker = { kind: 'staff', ...staff }
      return createActRunner({ runner, dependencies, maker, origin: from, now, fourEyes: config.fourEyes })
    },
    async counters(staff) {
      const seesExceptions = permissionFor({ kind: 'staff', ...staff }, 'exception.list', 1) === 'do'
      const [waiting, { exceptions }] = await Promise.all([
        countWaitingWork.one(runner, { staffId: staff.id }),
        seesExceptions ? countUndecidedExceptions.one(runner) : { exceptions: 0 },
      ])
      return { ...waiting, exceptions }
    },
    origin,
    config,
    branding: config.branding,
    idKey: deriveKeys(config.auditKeys, 'caller-id')[0],
    ping: open.ping,
    isPrepared: parts.isPrepared,
    stopping: parts.stopping,
    now,
    log,
    metrics,
    tracer,
  })
  return { app, sessions, metrics, jobs: { working } }
}
