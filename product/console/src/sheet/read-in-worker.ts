import { importLimits } from '@ekyc/contract/console/sheet-lines'

import { BadSheet, type Sheet } from './sheet.ts'
import type { SheetAnswer } from './worker.ts'
// The bundler makes it.
// oxlint-disable-next-line import/default
import workerAddress from './worker.ts?worker&url'

type Policy = { createScriptURL: (text: string) => string }

/**
 * Reads a file in a worker of its own, which is ended when it takes too long: a hostile file harms nothing but itself.
 * @throws BadSheet
 */
export function readInWorker(file: File): Promise<Sheet> {
  // Older browsers lack Trusted Types; in others no plain text may name a script.
  const { trustedTypes } = window as { trustedTypes?: { createPolicy(name: string, rules: Policy): Policy } }
  const policy = trustedTypes?.createPolicy('sheet-worker', { createScriptURL: () => workerAddress })
  const worker = new Worker(policy?.createScriptURL('') ?? workerAddress, { type: 'module' })
  return new Promise<Sheet>((resolve, reject) => {
    const timer = setTimeout(() => reject(new BadSheet('too-slow')), importLimits.readMs)
    worker.addEventListener('message', ({ data }: MessageEvent<SheetAnswer>) => {
      clearTimeout(timer)
      if ('sheet' in data) resolve(data.sheet)
      else reject(new BadSheet(data.problem))
    })
    worker.addEventListener('error', () => reject(new BadSheet('unreadable')))
    // A worker has no origin of its own to name.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage(file)
  }).finally(() => worker.terminate())
}
