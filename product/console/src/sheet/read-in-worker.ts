import { importLimits } from '@ekyc/contract/console/sheet-lines'

import { BadSheet, type Sheet } from './sheet.ts'
import type { SheetAnswer } from './worker.ts'
// The bundler creates this module, so the linter cannot see its default export.
// oxlint-disable-next-line import/default
import workerAddress from './worker.ts?worker&url'

type Policy = { createScriptURL: (text: string) => string }

/** A hostile file cannot harm the page. @throws {BadSheet} the file is refused */
export async function readInWorker(file: File): Promise<Sheet> {
  if (file.size > importLimits.fileBytes) throw new BadSheet('too-large')
  // Browsers with Trusted Types refuse a plain text as the address of a script; older browsers have no Trusted Types.
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
    // A message to a worker has no target origin.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    worker.postMessage(file)
  }).finally(() => worker.terminate())
}
