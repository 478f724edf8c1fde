import { expect, test } from './product.ts'

test('no other site can show the portal in a frame', async ({ page, product }) => {
  await page.route('http://other.localhost/**', route =>
    route.fulfill({
      contentType: 'text/html',
      body: `<iframe name="portal" src="${product.address}/login"></iframe>`,
    }),
  )
  await page.goto('http://other.localhost/')
  await expect.poll(() => page.frame('portal')?.url()).toMatch(/^chrome-error:/)
  await expect(page.frameLocator('iframe').getByLabel('Mobile number')).toBeHidden()
})
