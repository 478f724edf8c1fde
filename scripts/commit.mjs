import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

import { inRoot, root } from './folders.mjs'

const commitForm = /^[\w.-]{1,64}$/

/** What a build is made from: COMMIT, as an image's build is told it, else this checkout's commit, else 'unknown'. */
export function commitNow(env = process.env) {
  if (commitForm.test(env.COMMIT ?? '')) return env.COMMIT
  // Unpacked inside somebody else's checkout we have no .git, and theirs says nothing of us.
  if (!existsSync(inRoot('.git'))) return 'unknown'
  try {
    const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], options).trim()
  } catch {
    return 'unknown'
  }
}
