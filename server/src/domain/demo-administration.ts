import { done, refused, type Perform } from './administration.ts'

export type DemoAdministration = {
  /** Takes the demo agents out, with all that was ever theirs but the audit trail. */
  remove(): Promise<{ agents: number; orders: number }>
}

export function createDemoAdministration(perform: Perform): DemoAdministration {
  return {
    remove: () =>
      perform('demo.remove', async ({ demo }) => {
        const found = await demo.agents()
        if (found.length === 0)
          return { subject: 'no demo data', outcome: 'unchanged', result: { agents: 0, orders: 0 } }
        // Who marked an agent of the bank as a demo's would lose a person's orders by this.
        const others = found.filter(({ isBuiltIn }) => !isBuiltIn).map(({ mobile }) => mobile)
        if (others.length > 0)
          return {
            subject: `${others.length} demo agents that no demo has`,
            ...refused(
              `These are marked as demo agents, and no demo has them: ${others.join(', ')}. Nothing was removed.`,
            ),
          }
        const removed = await demo.remove()
        return { subject: `${removed.agents} agents, ${removed.orders} orders`, ...done(removed) }
      }),
  }
}
