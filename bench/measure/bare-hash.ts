/**
 * Prints the password hashes a second of a process that does nothing else: the upper limit of log-ins.
 *
 *   node bare-hash.ts AT_ONCE SECONDS
 */
import { hash } from '@node-rs/argon2'

const [atOnce = 1, seconds = 1] = process.argv.slice(2).map(Number)
const cost = { memoryCost: 7 * 1024, timeCost: 5, parallelism: 1 }
const endsAt = performance.now() + seconds * 1_000
let hashes = 0
await Promise.all(
  Array.from({ length: atOnce }, async () => {
    while (performance.now() < endsAt) {
      await hash('a password as long as most', cost)
      hashes += 1
    }
  }),
)
console.log(hashes / seconds)
