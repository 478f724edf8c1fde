import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import koffi from 'koffi'

const pin = '246810'

/** The path of the PKCS#11 library of Debian's softhsm2, or undefined if softhsm2 is not installed. */
export const softTokenModule = ['/usr/lib/softhsm/libsofthsm2.so'].find(path => existsSync(path))

export type SoftToken = {
  settings: { module: string; pin: string }
  /** @returns the PKCS#11 URI of the key */
  hold(pem: string, label: string): string
  remove(): void
}

/**
 * Creates a SoftHSM token (a hardware security module in software), and a second token with another PIN. A process must
 * remove its token before it creates another, because the library reads the list of tokens at its start.
 */
export function makeSoftToken(): SoftToken {
  const folder = mkdtempSync(join(tmpdir(), 'ekyc-token-'))
  mkdirSync(join(folder, 'tokens'))
  const settingsFile = join(folder, 'softhsm2.conf')
  writeFileSync(
    settingsFile,
    `directories.tokendir = ${join(folder, 'tokens')}\nobjectstore.backend = file\n`,
  )
  process.env['SOFTHSM2_CONF'] = settingsFile
  const run = (...words: string[]) => execFileSync('softhsm2-util', words, { stdio: 'pipe' })
  const make = (label: string, itsPin: string) =>
    run('--init-token', '--free', '--label', label, '--so-pin', itsPin, '--pin', itsPin)
  make('ekyc', pin)
  make('other-pin', `1${pin}`)
  const settings = { module: softTokenModule ?? '', pin }
  let keyCount = 0

  return {
    settings,
    hold(pem, label) {
      const file = join(folder, 'key.pem')
      writeFileSync(file, pem, { mode: 0o600 })
      keyCount += 1
      const id = String(keyCount).padStart(2, '0')
      run('--import', file, '--token', 'ekyc', '--label', label, '--id', id, '--pin', pin)
      rmSync(file)
      return `pkcs11:token=ekyc;object=${encodeURIComponent(label)};id=%${id}`
    },
    remove() {
      // C_Finalize shuts the library down, because the next test file in this process creates its own tokens.
      koffi.load(settings.module).func('ulong C_Finalize(void *reserved)')(null)
      rmSync(folder, { recursive: true })
    },
  }
}
