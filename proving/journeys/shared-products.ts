import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

import { freePort } from '@ekyc/contract/testing/free-port'
import { scratchFolder } from '@ekyc/private-postgres/testing/scratch-folder'

import { startProduct, type RunningProduct } from '../../scripts/product.ts'
import { freeScannerPort } from './scanner-ports.ts'

export type SharedProduct = Pick<RunningProduct, 'address' | 'sandbox' | 'devicePort'> & { dataDir: string }

/** What a worker asks for: `parallelIndex` is the worker's place, which passes to the worker that comes after it. */
export type Wanted = { parallelIndex: number; settings: NodeJS.ProcessEnv }

type Started = { product: RunningProduct; dataDir: string; console?: Promise<string> }

export const probeReference = 'DBS10777'

/**
 * Playwright's global set-up. It starts a product for each place of a worker and each set of settings, when a worker
 * first asks for it, and stops all products after the last test. Playwright starts a worker anew for each project, for
 * each set of worker options and after each failed test, and the start of a product takes longer than most tests.
 */
export default async function shareProducts(): Promise<() => Promise<void>> {
  const products = new Map<string, Promise<Started>>()
  const keyOf = (wanted: Wanted) => JSON.stringify(wanted)

  function productOf(wanted: Wanted): Promise<Started> {
    const known = products.get(keyOf(wanted)) ?? start(wanted)
    products.set(keyOf(wanted), known)
    return known
  }

  async function stop(started: Promise<Started>): Promise<void> {
    const { product, dataDir } = await started
    await product.stop()
    await rm(dataDir, { recursive: true, force: true })
  }

  const acts: Record<string, (wanted: Wanted) => Promise<SharedProduct | string | undefined>> = {
    async start(wanted) {
      const { product, dataDir } = await productOf(wanted)
      return { address: product.address, sandbox: product.sandbox, devicePort: product.devicePort, dataDir }
    },
    async startConsole(wanted) {
      const started = await productOf(wanted)
      return (started.console ??= started.product.startConsole(await freePort()))
    },
    async restartServer(wanted) {
      await (await productOf(wanted)).product.restartServer()
      return undefined
    },
    async stop(wanted) {
      const started = products.get(keyOf(wanted))
      products.delete(keyOf(wanted))
      if (started) await stop(started)
      return undefined
    },
  }

  const server = createServer((request, response) => {
    const act = acts[request.url?.slice(1) ?? '']
    void json(request)
      .then(wanted => act?.(wanted as Wanted))
      .then(
        answer => response.end(JSON.stringify(answer ?? null)),
        (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.stack : String(error)),
      )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // The workers get the environment of this process.
  process.env['SHARED_PRODUCTS'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return async () => {
    server.close()
    server.closeAllConnections()
    await Promise.allSettled([...products.values()].map(stop))
  }
}

/** Lets the process of the global set-up do one of its acts, such as `start`, and returns its answer. */
export async function ofShared<Answer>(act: string, wanted: Wanted): Promise<Answer> {
  const answer = await fetch(`${process.env['SHARED_PRODUCTS']}/${act}`, {
    method: 'POST',
    body: JSON.stringify(wanted),
  })
  if (!answer.ok) throw new Error(`${act} of a product: ${await answer.text()}`)
  return (await answer.json()) as Answer
}

async function start({ parallelIndex, settings }: Wanted): Promise<Started> {
  const dataDir = await scratchFolder('ekyc-e2e-')
  const product = await startProduct({
    dataDir,
    port: await freePort(),
    sandboxPort: await freePort(),
    devicePort: await freeScannerPort(parallelIndex),
    // The authority's time limit is short, because some tests wait for an authority that answers too late.
    env: {
      ...bareEnvironment(),
      AUTHORITY_TIMEOUT_MS: '8000',
      PROBE_REFERENCE: probeReference,
      ...settings,
    },
  })
  return { product, dataDir }
}

/** Returns the variables that programs need to run, and DATABASE_URL, without the developer's other settings. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const names = [
    'PATH',
    'HOME',
    'USER',
    'LANG',
    'TMPDIR',
    'TEMP',
    'TMP',
    'SystemRoot',
    'LOCALAPPDATA',
    'NODE_COMPILE_CACHE',
    'DATABASE_URL',
  ]
  const kept = Object.fromEntries(
    names.flatMap(name => (process.env[name] ? [[name, process.env[name]]] : [])),
  )
  // No balancer needs the time in which a server that will stop says so.
  return { ...kept, DRAIN_MS: '0' }
}
