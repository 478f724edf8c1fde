import { password } from './agent.ts'
import { createHttpClient } from './http-client.ts'
import { expect, test } from './product.ts'

test('[API-12, API-13, API-11, API-10] a script with a device does the whole job over HTTP: from log-in to the statistics', async ({
  product,
}) => {
  const client = createHttpClient(product.address, '9000000001')
  expect(await client.logIn(password)).toMatchObject({ status: 200, response: { success: true } })
  const kycs = async () => {
    const months = (await client.statistics('1M'))['userStatistics'] as { data: { KYC_SUCCESS: number } }[]
    return months.at(-1)?.data.KYC_SUCCESS ?? 0
  }
  const [before, asked] = [await kycs(), (await product.authorityRequests()).length]

  const answer = await client.kyc('DBS10077', product.devicePort)

  expect(answer).toMatchObject({ status: 200, response: { success: true } })
  const [newest] = (await client.orders())['orders'] as object[]
  expect(newest).toMatchObject({
    status: 'KYC_SUCCESS',
    dbsRefCode: 'DBS10077',
    transactionId: answer['transactionId'] as string,
  })
  expect(await kycs()).toBe(before + 1)
  const requests = (await product.authorityRequests()).slice(asked)
  expect(requests).toHaveLength(1)
  expect(requests[0]?.txn).toBe(answer['transactionId'])
  expect((await client.checkReference('DBS10077')).response.displayMsg).toContain('already complete')
})
