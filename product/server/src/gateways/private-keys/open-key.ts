import { pemKey } from './pem-key.ts'
import { createPkcs11Keys, type Pkcs11Settings } from './pkcs11-keys.ts'
import { isPkcs11Uri } from './pkcs11-uri.ts'
import type { OpenKey } from './private-rsa-key.ts'

/** Returns a function that opens a key from its PEM text or from its address in a hardware module. */
export function createOpenKey(pkcs11: Pkcs11Settings | undefined): OpenKey {
  let inModule: Promise<OpenKey> | undefined
  return async (setting, what) => {
    if (!isPkcs11Uri(setting)) return pemKey(setting, what)
    if (!pkcs11) throw new Error(`the ${what} is in a hardware module, and none is configured`)
    inModule ??= createPkcs11Keys(pkcs11)
    return (await inModule)(setting, what)
  }
}
