import { withConnection } from '../../src/database/link/direct-connection.ts'
import type { VaultConnection } from '../../src/database/kyc/vault.ts'
import { Unavailable } from '../../src/domain/ports.ts'
import type { ResultsMode } from '../../src/domain/kyc/secure-result.ts'
import { doKyc } from '../do-kyc.ts'
import { verified } from './fake-outside.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import type { TestVault } from '../database/test-vault.ts'

export const customer = 'Kamala Venkataraghavan'

/** The authority's answer that verifies a customer of this name. */
export const verifiedAs = (name: string) => ({ ...verified, eKyc: { ...verified.eKyc, name } })

/** The databases of the orders and of the vault. */
export type ResultPlaces = { url: string; vaultUrl: string; testVault: TestVault }

export type ResultsServer = TestServer & {
  vault: VaultConnection
  token: string
  kyc(reference?: string): ReturnType<typeof doKyc>
}

let lastMobile = 9_500_000_000
let lastReference = 0
export const newestReference = () => `REF-${lastReference}`

/** Starts a server whose results wait as `mode` says, with a signed-in agent. */
export async function startResultsServer(
  { url, vaultUrl, testVault }: ResultPlaces,
  mode: ResultsMode,
): Promise<ResultsServer> {
  const vault = testVault.open(() => server.clock.now())
  const results = { mode, passThroughMs: 500, vaultUrl, sealingKeys: [] }
  const server = await startTestServer({ databaseUrl: url, results }, { vault })
  server.outside.answer = async () => verifiedAs(customer)
  const { mobile, token } = await server.signedInAgent(String(++lastMobile))
  return {
    ...server,
    vault,
    token,
    kyc(reference = `REF-${++lastReference}`) {
      server.outside.references.set(reference, 'allowed')
      return doKyc(server, { mobile, token, reference })
    },
    async close() {
      await server.close()
      await vault.close()
    },
  }
}

/** Does the work while the bank takes no result. */
export async function takeNothing<T>({ outside }: ResultsServer, work: () => Promise<T>): Promise<T> {
  const { deliverResult } = outside.bank
  outside.bank.deliverResult = () => Promise.reject(new Unavailable('bank', 'away'))
  try {
    return await work()
  } finally {
    outside.bank.deliverResult = deliverResult
  }
}

export async function statusOf(url: string, orderId: string): Promise<unknown> {
  const { rows } = await withConnection(url, client =>
    client.query<{ status: string }>('select status from orders where id = $1', [orderId]),
  )
  return rows[0]?.status
}
