import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { forEachScreen } from '../screens.ts'
import type { Stage } from '../stage.ts'
import type { Result, Step } from '../step.ts'
import { ofNpmTool, runTool } from '../tools.ts'

/** Validates the HTML of every screen with the Nu Html Checker. */
export const vnu: Step = {
  tool: 'vnu',
  debian: ['default-jdk-headless', 'chromium'],
  npm: 'vnu-jar',
  run: validate,
}

/** A page with a fault. The checker must find the fault, which proves that the checker works. */
const badPage = '<!doctype html><html lang="en"><title>Bad</title><p id="x" id="x">'

/** The messages that the step ignores. docs/security.md gives the reasons. */
const answered = [/Attribute “pathLength” not allowed on element “circle”/]

async function validate(stage: Stage): Promise<Result> {
  const folder = stage.folder('vnu')
  const states: string[] = []
  await forEachScreen(stage, {
    look: async (page, state) => {
      writeFileSync(join(folder, `${states.push(state)}.html`), await page.content())
    },
  })
  const { address } = await stage.product()
  for (const path of ['/login', '/dashboard'])
    writeFileSync(
      join(folder, `${states.push(`${path} as served`)}.html`),
      await (await fetch(address + path)).text(),
    )

  return { did: `the HTML of ${states.length} states`, findings: await checked(folder, states) }
}

/** Returns the findings in a folder of HTML files. 1.html holds the first of the `states`, 2.html the second. */
export async function checked(folder: string, states: string[]): Promise<string[]> {
  writeFileSync(join(folder, '0.html'), badPage)
  const jar = ofNpmTool('vnu-jar', 'build', 'dist', 'vnu.jar')
  const args = ['-jar', jar, '--stdout', '--exit-zero-always', '--skip-non-html', folder]
  const { code, output } = await runTool('java', args, 180)
  const messages = [...output.matchAll(/(\d+)\.html":[\d.-]+: (?!info: )(.*)$/gm)]
  if (code !== 0 || !messages.some(([, file]) => file === '0'))
    return [`vnu did not finish: ${output.slice(-300)}`]
  const findings = new Map<string, string>()
  for (const [, file = '', message = ''] of messages)
    if (file !== '0' && !answered.some(pattern => pattern.test(message)) && !findings.has(message))
      findings.set(message, `${states[Number(file) - 1]}: ${message}`)
  return [...findings.values()]
}
