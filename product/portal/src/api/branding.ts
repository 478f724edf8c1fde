import type { Branding, ScreenBranding } from '@ekyc/contract/branding'
import type { Language } from '@ekyc/contract/languages'
import { requiredServiceVersion } from '@ekyc/contract/limits'
import { create } from 'zustand'

import { isRecord } from '@ekyc/contract/is-record'
import { fetchTimed } from './server-clock.ts'

export type { Branding, ConsentText } from '@ekyc/contract/branding'

/** The consent text is absent until the branding file arrives: it is long, and no screen before Do KYC shows it. */
export type KnownBranding = Omit<ScreenBranding, 'consent'> & Partial<Pick<Branding, 'consent'>>

/** The defaults until the file arrives, and for fields that the file omits. They name no bank. */
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
 * The bank's branding, read at run time from /branding.json; the colours come with /brand.css. The server writes the
 * first screen's part into the page, so that the screen needs no call for it.
 */
export const useBranding = create<KnownBranding>(() => ({ ...defaultBranding, ...faceInPage() }))

export function branding(): KnownBranding {
  return useBranding.getState()
}

/**
 * Reads the file, unless it was read within `freshForMs`: a page may stay open for days, and the bank changes its
 * texts. By default reads it once. Never fails: without the file the portal uses the defaults.
 */
export function loadBranding(freshForMs = Infinity): Promise<void> {
  return loading && performance.now() - loadedAt < freshForMs ? loading : (loading = load())
}

let loadedAt: number

type Face = Pick<Branding, 'bankName' | 'productName' | 'logo' | 'languages'>

/**
 * Reads the branding that the server wrote into the page. A page from the build still has placeholders, which it
 * ignores.
 */
function faceInPage(): Partial<Face> {
  if (import.meta.env.SSR)
    return { bankName: '{{bankName}}', productName: '{{productName}}', logo: '{{logo}}' }
  const { languages, ...names } = document.getElementById('root')?.dataset ?? {}
  // The server wrote the bank's list, which the server has validated.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { ...names, ...(languages && { languages: languages.split(' ') as Language[] }) }
}

let loading: Promise<void> | undefined

async function load(): Promise<void> {
  loadedAt = performance.now()
  try {
    const response = await fetchTimed('/branding.json', { cache: 'no-cache' })
    const file: unknown = await response.json()
    // The server validates the file at start-up.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    if (response.ok && isRecord(file)) useBranding.setState(file as Partial<Branding>)
  } catch {
    // After a failed read the defaults stay.
  }
}
