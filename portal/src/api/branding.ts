import type { Branding } from '@ekyc/contract/branding'
import { requiredServiceVersion } from '@ekyc/contract/limits'
import { create } from 'zustand'

import { isRecord } from '@ekyc/contract/is-record'
import { learnClock } from './server-clock.ts'

export type { Branding, ConsentText } from '@ekyc/contract/branding'

/** The bank's consent text is long, and no screen before Do KYC shows it: that one has its own words until then. */
export type KnownBranding = Omit<Branding, 'consent'> & Partial<Pick<Branding, 'consent'>>

/** Shown until the file has come, and where it leaves something out. Names no bank. */
export const defaultBranding: KnownBranding = {
  bankName: 'Your bank',
  productName: 'Agent eKYC',
  logo: '',
  colours: { brand: '#0b4f9e' },
  copyright: '',
  providerCredit: { text: '', url: '' },
  emails: { grievance: '', dispute: '' },
  deviceServiceLinks: [],
  deviceServiceVersion: requiredServiceVersion,
  addressLookup: '/api/v1/address',
}

/**
 * The bank's face, one JSON file read at run time from /branding.json; colours reach the page by its own styles. What
 * the first screen shows of it stands in the page, so that it is there before any answer.
 */
export const useBranding = create<KnownBranding>(() => ({ ...defaultBranding, ...faceInPage() }))

export function branding(): KnownBranding {
  return useBranding.getState()
}

/** Read once a page load. Never fails: without the file the portal stays usable under the defaults. */
export function loadBranding(): Promise<void> {
  return (loading ??= load())
}

type Face = Pick<Branding, 'bankName' | 'productName' | 'logo'>

/** Written by the server into the page. A prerendered page holds the places for it instead. */
function faceInPage(): Partial<Face> {
  if (import.meta.env.SSR)
    return { bankName: '{{bankName}}', productName: '{{productName}}', logo: '{{logo}}' }
  return Object.fromEntries(Object.entries(document.getElementById('root')?.dataset ?? {}))
}

let loading: Promise<void> | undefined

async function load(): Promise<void> {
  const sentOn = Date.now()
  try {
    const response = await fetch('/branding.json', { cache: 'no-cache' })
    learnClock(response, sentOn)
    const file: unknown = await response.json()
    // The server has refused to start with a file that is not of this shape.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    if (response.ok && isRecord(file)) useBranding.setState(file as Partial<Branding>)
  } catch {
    // The defaults stand.
  }
}
