/** The moment at which `Date` stands still in every test: a Thursday, 10:00 in India. */
export const testDay = new Date('2026-11-26T04:30:00.000Z')

/** The tests that compare a program or a server of their own, which reads the machine's clock, with that clock. */
export const onMachineClock: readonly string[] = [
  // Journeys, drills and benches log in at a running product.
  'product/contract/src/testing/encrypt-password.ts',
  // The programs of docs/integration.md compare a delivery's time with the machine's clock.
  'product/server/src/gateways/integration-programs.long.test.ts',
  // The product runs in processes of its own, whose faults are real ones.
  'product/server/testing/faults/faults.long.test.ts',
  'product/server/testing/faults/world.ts',
]

/** Tells whether a test file, named by its path, reads the clock of the machine. */
export function readsMachineClock(path: string): boolean {
  const file = `/${path.replaceAll('\\', '/')}`
  return onMachineClock.some(one => file.endsWith(`/${one}`))
}
