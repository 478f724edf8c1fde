import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import encodeQr from 'qr'

import { signIn } from './agent.ts'
import { expect, test as base } from './product.ts'

/** Chromium with a camera that sees a code with the address of a web page, and then a code with a reference. */
const test = base.extend({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'camera-'))
      const film = join(folder, 'codes.y4m')
      writeFileSync(film, filmOf(['https://example.org/', 'DBS10281']))
      const camera = ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`]
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...camera] })
      rmSync(folder, { recursive: true })
    },
    { scope: 'worker' },
  ],
})

const open = 'Read the reference from a code with the camera'

test('[KYC-2] the camera reads the customer’s reference from a code, and no other text', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['camera'])
  await signIn(page, '9000000001')
  await page.goto('/do-kyc')
  await page.getByRole('button', { name: open }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('The picture stays on this device')
  await expect(dialog).toContainText('This code holds no reference.')
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Reference number')).toHaveValue('DBS10281')
  await expect(page.getByRole('button', { name: 'Change customer' })).toBeVisible()
})

test('a camera that the browser does not allow leaves the agent a sentence and the field', async ({
  page,
}) => {
  await signIn(page, '9000000001')
  await page.goto('/do-kyc')
  await page.getByRole('button', { name: open }).click()
  await expect(page.getByRole('dialog')).toContainText('The browser lets this page use no camera.')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Reference number')).toBeEditable()
  await expect(page.getByRole('button', { name: open })).toBeFocused()
})

function filmOf(codes: readonly string[]): Buffer {
  const framesEach = 15
  return Buffer.concat([
    Buffer.from('YUV4MPEG2 W320 H240 F5:1 Ip A1:1 C420jpeg\n'),
    ...codes.flatMap(code => Array.from({ length: framesEach }, () => frameOf(code))),
  ])
}

function frameOf(code: string): Buffer {
  const [width, height, dot, white] = [320, 240, 6, 255]
  const light = Buffer.alloc(width * height, white)
  const squares = encodeQr(code, 'raw', { border: 3 })
  squares.forEach((row, y) =>
    row.forEach((isDark, x) => {
      if (!isDark) return
      for (let line = y * dot; line < (y + 1) * dot; line += 1)
        light.fill(0, line * width + x * dot, line * width + (x + 1) * dot)
    }),
  )
  const grey = Buffer.alloc((width * height) / 2, 128)
  return Buffer.concat([Buffer.from('FRAME\n'), light, grey])
}
