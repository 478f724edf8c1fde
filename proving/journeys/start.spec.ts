import { expect, test } from './product.ts'

test('the product that npm start runs opens at the log-in', async ({ page, product }) => {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled()

  const ready = await fetch(`${product.address}/health/ready`)
  expect(ready.status).toBe(200)
})
