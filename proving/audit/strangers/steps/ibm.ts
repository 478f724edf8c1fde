import { readFileSync } from 'node:fs'

import { forEachScreen } from '../screens.ts'
import type { Stage } from '../stage.ts'
import type { Result, Step } from '../step.ts'
import { ofNpmTool } from '../tools.ts'

/**
 * Checks every screen with the engine of IBM's Equal Access Checker. The npm package accessibility-checker-engine
 * contains the rules. The package accessibility-checker would download them.
 */
export const ibm: Step = {
  tool: 'IBM Equal Access',
  debian: ['chromium'],
  npm: 'accessibility-checker-engine',
  run: check,
}

type Finding = {
  ruleId: string
  value: [string, string]
  message: string
  path: { dom: string }
  snippet: string
}
type Engine = {
  Checker: new () => { check(node: Document, sets: string[]): Promise<{ results: Finding[] }> }
}

/** The engine's words for a violation, and for a potential violation that a person must judge. */
const violations = ['FAIL', 'POTENTIAL']

/** The rules whose findings are accepted. docs/security.md has the reasons. */
const answered = [
  'element_tabbable_unobscured',
  'form_submit_button_exists',
  'input_label_visible',
  'style_color_misuse',
  'style_focus_visible',
  'text_block_heading',
  'text_contrast_sufficient',
  'text_sensory_misuse',
]

function isAnswered({ ruleId, snippet }: Finding): boolean {
  return answered.includes(ruleId) || (ruleId === 'input_label_exists' && snippet.startsWith('<output'))
}

async function check(stage: Stage): Promise<Result> {
  const findings = new Map<string, string>()
  const script = readFileSync(ofNpmTool('accessibility-checker-engine', 'ace.js'), 'utf8')
  const states = await forEachScreen(stage, {
    script: `${script}; globalThis.ace = ace`,
    look: async (page, state) => {
      const results = await page.evaluate(async () => {
        // The engine treats a closed disclosure as visible, but reads no text inside. The fields inside would seem to
        // lack labels.
        for (const closed of document.querySelectorAll('details:not([open])')) closed.setAttribute('open', '')
        const { ace } = globalThis as unknown as { ace: Engine }
        return (await new ace.Checker().check(document, ['WCAG_2_2'])).results
      })
      if (!results.some(({ value }) => value[1] === 'PASS')) findings.set('the engine judged nothing', state)
      for (const finding of results) {
        const { ruleId, value, message, snippet } = finding
        const [kind, verdict] = value
        if (kind !== 'VIOLATION' || !violations.includes(verdict) || isAnswered(finding)) continue
        const sentence = `${verdict} ${ruleId}: ${message} ${snippet.slice(0, 160)}`
        if (!findings.has(sentence)) findings.set(sentence, state)
      }
    },
  })
  return {
    did: `${states} states of the screens by WCAG 2.2 AA`,
    findings: [...findings].map(([sentence, state]) => `${state}: ${sentence}`),
  }
}
