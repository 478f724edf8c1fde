import { promisify } from 'node:util'

import type { LibraryHandle } from 'koffi'

const reasons: Record<number, string> = {
  0x30: 'the token reports a fault',
  0x32: 'the token was removed',
  0x54: 'the token lacks this function',
  0x63: 'the key is of another kind',
  0x68: 'the key may not be used for this',
  0xa0: 'the PIN is wrong, and one of its tries is spent',
  0xa1: 'the PIN has a letter that the token does not take',
  0xa2: 'the PIN has a length that the token does not take',
  0xa3: 'the PIN has expired',
  0xa4: 'the token is locked after wrong PINs',
  0xe0: 'the token is not in its slot',
  0x102: 'the token has no PIN yet',
}

export class Pkcs11Error extends Error {
  readonly code: number
  constructor(call: string, code: number) {
    const answer = `${call} answered CKR 0x${code.toString(16)}`
    super(reasons[code] ? `${reasons[code]} (${answer})` : answer)
    this.code = code
  }
}

export class LibraryUnusable extends Error {}

/** The PKCS#11 functions for signing and decrypting. A call runs outside the main thread, because it may be slow. */
export type Pkcs11Module = Awaited<ReturnType<typeof loadPkcs11>>

/** The size in bytes of a C unsigned long and of a pointer on the platforms of the modules: 64-bit Linux and macOS. */
const word = 8
const ok = 0
const alreadyInitialized = 0x191
const alreadyLoggedIn = 0x100
const userPin = 1n
const serialSession = 4n
const osLocking = 2n
const privateKeyClass = 3n
const attributeClass = 0x0
const attributeLabel = 0x3
const attributeId = 0x102
const largestAnswer = 1024
const mostKeys = 8
/** The start and the end (exclusive) of two fields in a CK_TOKEN_INFO, in bytes. */
const labelAt: [number, number] = [0, 32]
const serialAt: [number, number] = [80, 96]

/** The position in words of each function in a CK_FUNCTION_LIST (word 0 is the version), and its C parameters. */
const functions = {
  C_Initialize: [1, 'void *args'],
  C_GetSlotList: [5, 'uint8_t present, void *slots, void *count'],
  C_GetTokenInfo: [7, 'ulong slot, void *info'],
  C_OpenSession: [13, 'ulong slot, ulong flags, void *app, void *notify, void *session'],
  C_CloseSession: [14, 'ulong session'],
  C_Login: [19, 'ulong session, ulong user, void *pin, ulong size'],
  C_GetAttributeValue: [25, 'ulong session, ulong object, void *template, ulong count'],
  C_FindObjectsInit: [27, 'ulong session, void *template, ulong count'],
  C_FindObjects: [28, 'ulong session, void *found, ulong most, void *count'],
  C_FindObjectsFinal: [29, 'ulong session'],
  C_DecryptInit: [34, 'ulong session, void *mechanism, ulong key'],
  C_Decrypt: [35, 'ulong session, void *data, ulong size, void *out, void *outSize'],
  C_SignInit: [43, 'ulong session, void *mechanism, ulong key'],
  C_Sign: [44, 'ulong session, void *data, ulong size, void *out, void *outSize'],
} satisfies Record<string, [place: number, parameters: string]>

type KoffiFunction = ReturnType<LibraryHandle['func']>

/** Loads the vendor's library. koffi is imported here, so that servers with PEM keys never load koffi. */
export async function loadPkcs11(path: string) {
  const { default: koffi } = await import('koffi')
  const address = (bytes: Buffer | undefined) => (bytes ? koffi.address(bytes) : 0n)

  // Every library exports C_GetFunctionList, which returns a list of the other functions.
  const list = packWords(0n)
  const library = loaded(() => koffi.load(path))
  const returnCode = library.func('ulong C_GetFunctionList(void *list)')(list) as number
  if (returnCode !== ok) throw new Pkcs11Error('C_GetFunctionList', returnCode)
  const declare = ([at, parameters]: [number, string]) => {
    const pointer = koffi.decode(list.readBigUInt64LE(), at * word, 'uintptr_t') as bigint
    return koffi.decode(pointer, koffi.proto(`ulong (${parameters})`)) as KoffiFunction
  }
  const C = Object.fromEntries(
    Object.entries(functions).map(([name, place]) => [name, declare(place)]),
  ) as Record<keyof typeof functions, KoffiFunction>

  /** @param fine another return code that counts as success */
  async function call(name: keyof typeof functions, values: unknown[], fine?: number): Promise<void> {
    const code = (await promisify(C[name].async)(...values)) as number
    // `library` is kept, because koffi unloads a library to which only native code refers.
    keep(library)
    if (code !== ok && code !== fine) throw new Pkcs11Error(name, code)
  }

  // C_Initialize is asked for OS locking, because koffi calls the library from several threads.
  await call('C_Initialize', [packWords(0n, 0n, 0n, 0n, osLocking, 0n)], alreadyInitialized)

  function template(attributes: [type: number, value: Buffer][]): Buffer {
    return Buffer.concat(
      attributes.map(([type, value]) => packWords(BigInt(type), address(value), BigInt(value.length))),
    )
  }

  async function use(
    kind: 'sign' | 'decrypt',
    { session, key }: { session: bigint; key: bigint },
    { type, parameter }: { type: number; parameter?: Buffer },
    data: Buffer,
  ): Promise<Buffer> {
    const mechanismWords = packWords(BigInt(type), address(parameter), BigInt(parameter?.length ?? 0))
    await call(kind === 'sign' ? 'C_SignInit' : 'C_DecryptInit', [session, mechanismWords, key])
    const out = Buffer.alloc(largestAnswer)
    const size = packWords(BigInt(out.length))
    await call(kind === 'sign' ? 'C_Sign' : 'C_Decrypt', [session, data, data.length, out, size])
    keep(parameter)
    return out.subarray(0, Number(size.readBigUInt64LE()))
  }

  return {
    /** Finds the token with the given label and serial number. An undefined value matches every token. */
    async findSlot({ label, serial }: { label: string | undefined; serial: string | undefined }) {
      const count = packWords(0n)
      await call('C_GetSlotList', [1, null, count])
      const slots = Buffer.alloc(Number(count.readBigUInt64LE()) * word)
      await call('C_GetSlotList', [1, slots, count])
      for (const slot of wordsIn(slots)) {
        const info = Buffer.alloc(largestAnswer)
        await call('C_GetTokenInfo', [slot, info])
        const text = ([from, to]: [number, number]) => info.toString('utf8', from, to).trimEnd()
        if ((label ?? text(labelAt)) === text(labelAt) && (serial ?? text(serialAt)) === text(serialAt))
          return slot
      }
      return undefined
    },

    /** Opens a session and logs in with the PIN. The log-in applies to all sessions of this process. */
    async openSession(slot: bigint, pin: string) {
      const session = packWords(0n)
      await call('C_OpenSession', [slot, serialSession, null, null, session])
      const handle = session.readBigUInt64LE()
      const bytes = Buffer.from(pin, 'utf8')
      try {
        await call('C_Login', [handle, userPin, bytes, bytes.length], alreadyLoggedIn)
      } catch (error) {
        await call('C_CloseSession', [handle]).catch(() => {})
        throw error
      }
      return handle
    },

    closeSession: (session: bigint) => call('C_CloseSession', [session]),

    async findPrivateKeys(
      session: bigint,
      { label, id }: { label: string | undefined; id: Buffer | undefined },
    ) {
      const attributes: [number, Buffer][] = [[attributeClass, packWords(privateKeyClass)]]
      if (label !== undefined) attributes.push([attributeLabel, Buffer.from(label, 'utf8')])
      if (id !== undefined) attributes.push([attributeId, id])
      await call('C_FindObjectsInit', [session, template(attributes), attributes.length])
      keep(attributes)
      const handles = Buffer.alloc(mostKeys * word)
      const count = packWords(0n)
      await call('C_FindObjects', [session, handles, mostKeys, count])
      await call('C_FindObjectsFinal', [session])
      return wordsIn(handles).slice(0, Number(count.readBigUInt64LE()))
    },

    async attribute(session: bigint, key: bigint, type: number) {
      const value = Buffer.alloc(largestAnswer)
      const attributes = template([[type, value]])
      await call('C_GetAttributeValue', [session, key, attributes, 1])
      return value.subarray(0, Number(attributes.readBigUInt64LE(2 * word)))
    },

    use,
    /** Returns the memory address of bytes, for a pointer parameter. The caller keeps the bytes until the call ends. */
    addressOf: (bytes: Buffer) => koffi.address(bytes),
  }
}

function loaded(load: () => LibraryHandle): LibraryHandle {
  try {
    return load()
  } catch (cause) {
    throw new LibraryUnusable('the library of the hardware module cannot be loaded', { cause })
  }
}

/** Prevents the garbage collection of a value before this call. Node cannot see that native code uses the value. */
function keep(_held: unknown): void {}

export function packWords(...values: bigint[]): Buffer {
  const bytes = Buffer.alloc(values.length * word)
  for (const [index, value] of values.entries()) bytes.writeBigUInt64LE(value, index * word)
  return bytes
}

function wordsIn(bytes: Buffer): bigint[] {
  return Array.from({ length: bytes.length / word }, (_, index) => bytes.readBigUInt64LE(index * word))
}
