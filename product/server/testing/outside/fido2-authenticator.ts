import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import type { NewPasskey, PasskeyAssertion } from '@ekyc/contract/shapes'

import type { Authenticator, Mischief } from './soft-authenticator.ts'

const python = '/usr/bin/python3'

export const hasFido2 = existsSync(python) && existsSync('/usr/lib/python3/dist-packages/fido2')

/** Starts an authenticator in Python, which encodes its data with python3-fido2. */
export function startFido2Authenticator(site: { origin: string; rpId: string }): Authenticator {
  const program = spawn(python, [join(import.meta.dirname, 'fido2-authenticator.py')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface(program.stdout)[Symbol.asyncIterator]()

  return {
    make: async ({ challenge }, mischief) =>
      (await ask('webauthn.create', challenge, mischief)) as NewPasskey,
    sign: async ({ challenge }, mischief) =>
      (await ask('webauthn.get', challenge, mischief)) as PasskeyAssertion,
    stop: () => void program.stdin.end(),
  }

  async function ask(type: string, challenge: string, mischief: Mischief = {}): Promise<unknown> {
    program.stdin.write(`${JSON.stringify({ type, challenge, ...site, ...mischief })}\n`)
    const { value, done } = await lines.next()
    if (done) throw new Error('python3-fido2 has ended')
    return JSON.parse(value)
  }
}
