import { expect, test } from 'vitest'

import { compliancePage } from './compliance-page.ts'

test('docs/compliance.md is written from docs/compliance.json (npm run generate writes it)', async () => {
  await expect(compliancePage()).toMatchFileSnapshot('../docs/compliance.md')
})
