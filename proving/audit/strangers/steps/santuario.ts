import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { inRoot } from '../../../../scripts/folders.ts'
import { signedRequest } from '../signed-request.ts'
import type { Stage } from '../stage.ts'
import type { Result, Step } from '../step.ts'
import { runTool } from '../tools.ts'

/** Verifies a request that the server signed, with the library that Java programs use. */
export const santuario: Step = {
  tool: 'Apache Santuario',
  debian: ['libxml-security-java', 'default-jdk-headless'],
  run: verifyRequest,
}

/** Java skips missing files. The files may be installed only shortly before this step runs. */
const library = ['xmlsec', 'commons-logging', 'slf4j-api', 'slf4j-simple', 'commons-codec']
  .map(name => `/usr/share/java/${name}.jar`)
  .join(':')
const badSignature = 2

async function verifyRequest(stage: Stage): Promise<Result> {
  const { auth, certificateFile } = await signedRequest(stage)
  const folder = stage.folder('santuario')
  const verify = (text: string) => {
    const file = join(folder, 'auth.xml')
    writeFileSync(file, text)
    const program = inRoot('proving/audit/strangers/VerifySignature.java')
    return runTool('java', ['-cp', library, program, file, certificateFile], 60)
  }
  const [good, changed] = [await verify(auth), await verify(auth.replace('rc="Y"', 'rc="N"'))]
  const findings = [
    ...(good.code === 0
      ? []
      : [`the server's request is not signed as Santuario understands it: ${good.output}`]),
    ...(changed.code === badSignature ? [] : [`a changed request is not refused: ${changed.output}`]),
  ]
  return { did: 'the Auth element that a KYC sent verifies, and a changed one does not', findings }
}
