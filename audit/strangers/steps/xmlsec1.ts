import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { signedRequest } from '../signed-request.ts'
import type { Stage } from '../stage.ts'
import type { Result, Step } from '../step.ts'
import { runTool } from '../tools.ts'

/** Verifies a request that the server signed and sent to the authority, and refuses it once it is changed. */
export const xmlsec1: Step = { tool: 'xmlsec1', debian: ['xmlsec1'], run: verifyRequest }

async function verifyRequest(stage: Stage): Promise<Result> {
  const { auth, certificateFile } = await signedRequest(stage)
  const folder = stage.folder('xmlsec1')
  const isGood = async (text: string) => {
    const file = join(folder, 'auth.xml')
    writeFileSync(file, text)
    const { code } = await runTool('xmlsec1', ['--verify', '--pubkey-cert-pem', certificateFile, file], 20)
    return code === 0
  }
  const findings = [
    ...((await isGood(auth)) ? [] : ["the server's request is not signed as xmlsec1 understands it"]),
    ...((await isGood(auth.replace('rc="Y"', 'rc="N"'))) ? ['a changed request verifies'] : []),
  ]
  return { did: 'the Auth element that a KYC sent verifies, and a changed one does not', findings }
}
