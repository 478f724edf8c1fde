import { rights } from '@ekyc/contract/console/acts'
import { auditActions } from '@ekyc/contract/console/audit-actions'
import { orderSteps, orderVerdicts } from '@ekyc/contract/console/order-verdicts'
import { proposalEffects, proposalFields } from '@ekyc/contract/console/proposal-changes'
import { proposalStates } from '@ekyc/contract/console/shapes/proposals'
import { storedReasons } from '@ekyc/contract/exceptions'
import { denials, throttles, unverifiedCodes } from '@ekyc/contract/refusals'
import { textOf } from '@ekyc/ui/texts/t.ts'
import { expect, test } from 'vitest'

import { shownAction, shownAdvice, shownOutcome, shownReason } from './shown.ts'

/** Refusals that leave no row: a call without a session has nobody to tell of. */
const { unauthorized: _, ...recordedDenials } = denials

const outcomes = [
  'done unchanged refused claimed withheld verified timed-out broken wrong spent expired'.split(' '),
  Object.keys({ ...recordedDenials, ...throttles }),
].flat()

const decided = Object.entries(rights).flatMap(([act, right]) => ('secondPerson' in right ? [act] : []))

test('every action and outcome of the trail has words', () => {
  expect(auditActions.filter(action => shownAction(action) === action)).toEqual([])
  expect(outcomes.filter(outcome => textOf(`ended.${outcome}`) === undefined)).toEqual([])
  const codes = [...unverifiedCodes, ...storedReasons]
  expect(codes.filter(code => shownOutcome('order.settle', code) === code)).toEqual([])
  expect(shownOutcome('consent.give', '2')).toBe('version 2')
})

test('every act, field, effect and state of a proposal, verdict and step of an order has words', () => {
  const keys = [
    ...decided.map(act => `proposal.act.${act}`),
    ...proposalFields.map(field => `proposal.field.${field}`),
    ...proposalEffects.map(effect => `proposal.effect.${effect}`),
    ...proposalStates.map(state => `proposal.state.${state}`),
    ...orderVerdicts.map(verdict => `verdict.${verdict}`),
    ...orderSteps.map(step => `step.${step}`),
  ]
  expect(keys.filter(key => textOf(key) === undefined)).toEqual([])
})

test('every reason why a customer was not verified is told in words, with what the agent does next', () => {
  for (const code of unverifiedCodes) {
    expect(shownReason(code)).toMatch(/^[A-Z]/)
    expect(shownAdvice({ verdict: 'refused', code }, 'v9')).toMatch(/^[A-Z][^{}]+[.]$/)
  }
  for (const verdict of orderVerdicts)
    expect(shownAdvice({ verdict, code: '' }, 'v9')).toMatch(/^[A-Z][^{}]+[.]$/)
})
