import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { signedRequest } from '../signed-request.ts'
import type { Stage } from '../stage.ts'
import type { Result, Step } from '../step.ts'
import { runTool } from '../tools.ts'

/**
 * Checks that xmlsec1 verifies a request which the server signed for the authority, and refuses a changed copy of it.
 */
export const xmlsec1: Step = { tool: 'xmlsec1', debian: ['xmlsec1'], run: verifyRequest }

/** xmlsec1 exits with 1 for every error, but writes the line FAIL only for a bad signature. */
const isRefusal = /^FAIL$/m

async function verifyRequest(stage: Stage): Promise<Result> {
  const { auth, certificateFile } = await signedRequest(stage)
  const folder = stage.folder('xmlsec1')
  const verify = (text: string) => {
    const file = join(folder, 'auth.xml')
    writeFileSync(file, text)
    return runTool('xmlsec1', ['--verify', '--pubkey-cert-pem', certificateFile, file], 20)
  }
  const [good, changed] = [await verify(auth), await verify(auth.replace('rc="Y"', 'rc="N"'))]
  const findings = [
    ...(good.code === 0
      ? []
      : [`the server's request is not signed as xmlsec1 understands it: ${good.output}`]),
    ...(changed.code !== 0 && isRefusal.test(changed.output)
      ? []
      : [`a changed request is not refused: ${changed.output}`]),
  ]
  return { did: 'the Auth element that a KYC sent verifies, and a changed one does not', findings }
}
