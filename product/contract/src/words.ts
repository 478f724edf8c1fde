/**
 * This module contains the closed word lists of calls and answers (product.md sections 3, 4 and 6). The values are
 * product.md's own, including its misspellings.
 */

export const privileges = [
  'VIEW_APP_DASHBOARD',
  'DO_EKYC_APP',
  'SET_NEW_PASSWORD',
  'VIEW_COMPLAINTS',
] as const
export type Privilege = (typeof privileges)[number]

export const agentRole = 'DBS_AGENT'

/** The value of the `role` header in every signed-in call. The header grants nothing (decisions.md section 3). */
export const roleHeader = 'ROLE_RETAILER'

export const orderStatuses = ['INIT', 'KYC_SUCCESS', 'KYC_FAILURE'] as const
export type OrderStatus = (typeof orderStatuses)[number]
/** The statuses of a finished order. The agent's lists show only finished orders. */
export const finalStatuses = ['KYC_SUCCESS', 'KYC_FAILURE'] as const
export type FinalStatus = (typeof finalStatuses)[number]

export const timeframes = ['Today', '1W', '1M', '3M', '6M', '12M'] as const
export type Timeframe = (typeof timeframes)[number]

/** The services whose failures stop the KYC of every agent. */
export const outsideServices = ['authority', 'bank'] as const
export type OutsideService = (typeof outsideServices)[number]

export const deviceTypes = ['PC', 'MOBILE'] as const
export const operatingSystems = ['MACOS', 'IOS', 'WINDOWS', 'LINUX', 'ANDROID'] as const
