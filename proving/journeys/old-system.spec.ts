import { signIn } from './agent.ts'
import { expect, test } from './product.ts'

test('[control 8] a browser tells its system’s version when the page asks, and the dashboard says that updates ended', async ({
  page,
}) => {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setUserAgentOverride', {
    userAgent: await page.evaluate(() => navigator.userAgent),
    userAgentMetadata: {
      platform: 'Windows',
      platformVersion: '10.0.0',
      architecture: 'x86',
      model: '',
      mobile: false,
    },
  })
  await signIn(page, '9000000001')
  await expect(page.getByRole('status').filter({ hasText: 'Windows 10 on this computer' })).toBeVisible()
})
