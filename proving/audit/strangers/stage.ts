import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { freePort } from '@ekyc/contract/testing/free-port'

import { createHttpClient } from '../../journeys/http-client.ts'
import { bareEnvironment, outsideWorld, type Product } from '../../journeys/product.ts'
import { freeScannerPort } from '../../journeys/scanner-ports.ts'
import { buildIfStale } from '../../../scripts/build.ts'
import { inRoot } from '../../../scripts/folders.ts'
import { startProduct } from '../../../scripts/product.ts'
import { openAuthorityProxy } from './authority-proxy.ts'

export const agent = { mobile: '9000000001', password: 'Agent@2026' }

export type AuditedProduct = Product & {
  /** The requests to the identity authority, exactly as the server sent them. */
  requests: string[]
}

export type Stage = {
  folder(name: string): string
  /** The folder of the xmlsec project's test vectors, or undefined if the caller has none. */
  vectors: string | undefined
  /** Returns the product with demo data. The first call starts the product. */
  product(): Promise<AuditedProduct>
  /** Returns the product with production settings for use behind a proxy, without agents. */
  production(): Promise<AuditedProduct>
  /** Registers a function that runs at the end. The function that was registered last runs first. */
  atEnd(stop: () => unknown): void
  close(): Promise<void>
}

export function openStage(vectors: string | undefined): Stage {
  const root = mkdtempSync(join(tmpdir(), 'ekyc-strangers-'))
  const ends: (() => unknown)[] = [() => rmSync(root, { recursive: true, force: true })]
  const products: Partial<Record<keyof typeof settings, Promise<AuditedProduct>>> = {}
  const stage: Stage = {
    vectors,
    folder(name) {
      mkdirSync(join(root, name), { recursive: true })
      return join(root, name)
    },
    product: () => (products.product ??= startAuditedProduct(stage, 'product')),
    production: () => (products.production ??= startAuditedProduct(stage, 'production')),
    atEnd: stop => void ends.unshift(stop),
    async close() {
      for (const end of ends) await end()
    },
  }
  return stage
}

/** Limits that no scanner reaches, so that the scanners also test the code that runs after the checks of the limits. */
const policy = {
  failuresPerAddress: 1_000_000,
  phonesPerAddress: 1_000_000,
  wrongOtpsPerHour: 1_000_000,
  unknownReferencesPerHour: 1_000_000,
  referenceChecksPerHour: 1_000_000,
  firstWaitSeconds: 1,
  longestWaitSeconds: 1,
}

const settings = {
  product: { POLICY: JSON.stringify(policy) },
  production: {
    DEMO_DATA: 'off',
    OVER_HTTPS: 'on',
    PORTAL_ORIGIN: 'https://portal.bank.example',
    // The scanners send only the calls of product.md, which contain no consent.
    ACCEPTED_RISKS: 'no-consent,keys-in-files',
    TRUSTED_PROXIES: '127.0.0.1/32',
    RESULTS: 'pass-through',
    BRANDING_FILE: inRoot('branding/example-second-bank.json'),
  },
}

async function startAuditedProduct(stage: Stage, name: keyof typeof settings): Promise<AuditedProduct> {
  await buildIfStale((_title, work) => work())
  const requests: string[] = []
  const sandboxPort = await freePort()
  const authority = openAuthorityProxy(`http://127.0.0.1:${sandboxPort}`, requests)
  authority.listen(0, '127.0.0.1')
  stage.atEnd(() => authority.close())
  const running = await startProduct({
    dataDir: stage.folder(name),
    port: await freePort(),
    sandboxPort,
    devicePort: name === 'product' ? await freeScannerPort(0) : 'off',
    env: {
      ...bareEnvironment(),
      AUTHORITY_URL: `http://127.0.0.1:${(authority.address() as AddressInfo).port}/authority`,
      ...settings[name],
    },
  })
  stage.atEnd(() => running.stop())
  return { ...running, ...outsideWorld(running.sandbox), requests }
}

/** Logs in with only the calls of product.md. Returns a plain bearer token. */
export async function signIn(address: string): Promise<string> {
  const client = createHttpClient(address, agent.mobile)
  await client.check()
  const answer = await client.login(agent.password)
  if (typeof answer['token'] !== 'string') throw new Error(`The log-in failed: ${answer.response.displayMsg}`)
  return answer['token']
}
