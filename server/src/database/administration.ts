import type { AdministrationTransaction } from '../domain/administration-stores.ts'
import { agentDirectoryIn } from './agent-directory.ts'
import { agentsIn } from './agents.ts'
import { auditIn } from './audit.ts'
import { demoDataIn } from './demo-removal.ts'
import { drizzleOn } from './drizzle-on.ts'
import { figuresIn } from './figures.ts'
import { orderListIn } from './order-list.ts'
import { outboxIn } from './outbox.ts'
import { outboxListIn } from './outbox-list.ts'
import { roleDirectoryIn } from './role-directory.ts'
import type { Runner } from './runner.ts'
import { sessionListIn } from './session-list.ts'
import { sessionsIn } from './sessions.ts'
import { signInAttemptsIn } from './sign-in-attempts.ts'

/** The agents' own stores and the administration's, side by side in one transaction. */
export function administrationOn(db: Runner): AdministrationTransaction {
  return work =>
    db.inTransaction(runner => {
      const transaction = drizzleOn(runner)
      return work({
        agents: agentsIn(runner),
        sessions: sessionsIn(runner),
        signInAttempts: signInAttemptsIn(runner),
        audit: auditIn(runner),
        outbox: outboxIn(runner),
        directory: agentDirectoryIn(transaction),
        roles: roleDirectoryIn(transaction),
        sessionList: sessionListIn(transaction),
        orderList: orderListIn(transaction),
        outboxList: outboxListIn(transaction),
        figures: figuresIn(transaction),
        demo: demoDataIn(transaction),
      })
    })
}
