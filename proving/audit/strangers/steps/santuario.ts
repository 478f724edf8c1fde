import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { BrokenAnswer } from '../../../../product/server/src/gateways/identity-authority/broken-answer.ts'
import { canonicalXml } from '../../../../product/server/src/gateways/identity-authority/canonical-xml.ts'
import { readSigned } from '../../../../product/server/src/gateways/identity-authority/read-signed.ts'
import { inRoot } from '../../../../scripts/folders.ts'
import { signedRequest } from '../signed-request.ts'
import type { Stage } from '../stage.ts'
import type { Result, Step } from '../step.ts'
import { runTool } from '../tools.ts'
import { twistedCopies } from '../twists.ts'

/**
 * Checks signatures with Apache Santuario, the XML signature library of Java programs. Santuario verifies a request
 * that the server has signed, and the server's reader of the authority's answers reads documents that Santuario has
 * signed.
 */
export const santuario: Step = {
  tool: 'Apache Santuario',
  debian: ['libxml-security-java', 'default-jdk-headless'],
  run: verifyBothWays,
}

/** The library's class path. Java ignores missing files, and --install may add them after this module has loaded. */
const library = ['xmlsec', 'commons-logging', 'slf4j-api', 'slf4j-simple', 'commons-codec']
  .map(name => `/usr/share/java/${name}.jar`)
  .join(':')
const badSignature = 2

async function verifyBothWays(stage: Stage): Promise<Result> {
  const findings = [...(await verifyRequest(stage)), ...(await readAnswers(stage))]
  return {
    did: 'the Auth element that a KYC sent verifies, an answer that it signed is read, and changed ones are not',
    findings,
  }
}

async function verifyRequest(stage: Stage): Promise<string[]> {
  const { auth, certificateFile } = await signedRequest(stage)
  const folder = stage.folder('santuario')
  const verify = (text: string) => {
    const file = join(folder, 'auth.xml')
    writeFileSync(file, text)
    const program = inRoot('proving/audit/strangers/VerifySignature.java')
    return runTool('java', ['-cp', library, program, file, certificateFile], 60)
  }
  const [good, changed] = [await verify(auth), await verify(auth.replace('rc="Y"', 'rc="N"'))]
  return [
    ...(good.code === 0
      ? []
      : [`the server's request is not signed as Santuario understands it: ${good.output}`]),
    ...(changed.code === badSignature ? [] : [`a changed request is not refused: ${changed.output}`]),
  ]
}

const answer =
  '<k:KycRes ret="Y" xmlns:k="urn:k" xmlns:unused="urn:u" xmlns="urn:d" txn="a &amp; &quot;b&quot;&#10;" code=\'c\'>\r\n' +
  '<Poi name="मंत्र" k:gender="F" dob=""/><k:Pht xmlns="">AAAA\r\nAAAA&#13;</k:Pht><!-- x --></k:KycRes>'
const canonicalizations = [
  'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  'http://www.w3.org/2001/10/xml-exc-c14n#',
]

async function readAnswers(stage: Stage): Promise<string[]> {
  const folder = stage.folder('santuario')
  const plain = join(folder, 'plain.xml')
  const key = join(folder, 'key.der')
  const signed = join(folder, 'signed.xml')
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  writeFileSync(plain, answer)
  writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'der' }))
  const program = inRoot('proving/audit/strangers/SignDocument.java')
  const findings: string[] = []
  for (const canonicalization of canonicalizations) {
    const run = await runTool('java', ['-cp', library, program, plain, key, canonicalization, signed], 60)
    if (run.code !== 0) {
      findings.push(`did not sign with ${canonicalization}: ${run.output}`)
      continue
    }
    const document = readFileSync(signed, 'utf8')
    const original = read(document, publicKey)
    if (original === undefined) findings.push(`refused what Santuario signed with ${canonicalization}`)
    for (const [twist, copy] of twistedCopies(document)) {
      const got = read(copy, publicKey)
      if (got !== undefined && got !== original) findings.push(`accepted the copy with '${twist}'`)
    }
  }
  return findings
}

function read(document: string, key: KeyObject): string | undefined {
  try {
    return canonicalXml(readSigned(document, 'KycRes', [key]), false)
  } catch (error) {
    if (!(error instanceof BrokenAnswer)) throw error
    return undefined
  }
}
