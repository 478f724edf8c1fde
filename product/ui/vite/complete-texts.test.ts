import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { build } from 'vite'
import { expect, onTestFinished, test } from 'vitest'

import { reactWithTexts } from './complete-texts.ts'

test('a new English text builds alone, and a language that lacks it shows it in English', async () => {
  const root = await mkdtemp(join(tmpdir(), 'texts-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const folder = join(root, 'src/texts')
  await mkdir(folder, { recursive: true })
  const english = { 'profile.name': 'Name', 'profile.mobile': 'Mobile' }
  await writeFile(join(folder, 'en.ts'), `export default ${JSON.stringify(english)}`)
  const input = join(folder, 'ta.json')
  await writeFile(input, JSON.stringify({ 'profile.name': 'பெயர்' }))
  const built = await build({
    configFile: false,
    root,
    logLevel: 'silent',
    plugins: reactWithTexts(),
    build: { write: false, minify: false, lib: { entry: input, formats: ['es'], fileName: 'ta' } },
  })
  const [chunk] = [built].flat().flatMap(one => ('output' in one ? one.output : []))
  const code = chunk?.type === 'chunk' ? chunk.code : ''
  const { default: texts } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    default: Record<string, string>
  }
  expect(texts).toEqual({ 'profile.name': 'பெயர்', 'profile.mobile': 'Mobile' })
})
