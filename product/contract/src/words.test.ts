import { expect, test } from 'vitest'

import * as words from './words.ts'

test('the words of product.md sections 3, 6 and 9, typed out', () => {
  expect({ ...words }).toEqual({
    privileges: ['VIEW_APP_DASHBOARD', 'DO_EKYC_APP', 'SET_NEW_PASSWORD', 'VIEW_COMPLAINTS'],
    agentRole: 'DBS_AGENT',
    roleHeader: 'ROLE_RETAILER',
    orderStatuses: ['INIT', 'KYC_SUCCESS', 'KYC_FAILURE'],
    finalStatuses: ['KYC_SUCCESS', 'KYC_FAILURE'],
    timeframes: ['Today', '1W', '1M', '3M', '6M', '12M'],
    outsideServices: ['authority', 'bank'],
    deviceTypes: ['PC', 'MOBILE'],
    operatingSystems: ['MACOS', 'IOS', 'WINDOWS', 'LINUX', 'ANDROID'],
  })
})
