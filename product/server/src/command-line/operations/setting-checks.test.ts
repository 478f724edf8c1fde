import { expect, test } from 'vitest'

import { policyNumbers } from '../../domain/policy.ts'
import { namesAskedFor } from '../../../testing/database/names-asked-for.ts'
import { readComplianceControls, settingChecks } from './compliance.ts'

test('each setting of docs/compliance.json is one of the program or of its policy, and has its rule', () => {
  const known = [...namesAskedFor(), ...Object.keys(policyNumbers)]
  const { controls, otherRules, settings } = readComplianceControls()
  const named = [...new Set([...controls, ...otherRules].flatMap(row => row.settings ?? []))].toSorted()
  expect(named.filter(name => !known.includes(name))).toEqual([])
  expect(Object.keys(settingChecks).toSorted()).toEqual(named)
  expect(Object.keys(settings).toSorted()).toEqual(named)
})
