import type { Branding, ScreenBranding } from '@ekyc/contract/branding'
import type { Language } from '@ekyc/contract/languages'
import { requiredServiceVersion } from '@ekyc/contract/limits'
import { create } from 'zustand'

import { isRecord } from '@ekyc/contract/is-record'
import { fetchTimed } from './request.ts'

export type { Branding, ConsentText } from '@ekyc/contract/branding'

/** The known branding. The consent text is absent until the branding file arrives; no screen before Do KYC shows it. */
type KnownBranding = Omit<ScreenBranding, 'consent'> & Partial<Pick<Branding, 'consent'>>

/** The defaults until the branding file arrives, and for fields that the file omits. They name no bank. */
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

/** The server writes the first screen's branding into the page, so that this screen needs no call. */
export const useBranding = create<KnownBranding>(() => ({ ...defaultBranding, ...faceInPage() }))

export function branding(): KnownBranding {
  return useBranding.getState()
}

/** By default the file is read once. A page may stay open for days, and the bank may change its texts meanwhile. */
export function loadBranding(freshForMs = Infinity): Promise<void> {
  return loading && performance.now() - loadedAt < freshForMs ? loading : (loading = load())
}

export function speakBranding(): void {
  if (file)
    useBranding.setState({ ...file, ...file.inLanguages?.[document.documentElement.lang as Language] })
}

let loadedAt: number
let file: Partial<ScreenBranding> | undefined

type Face = Pick<
  Branding,
  'bankName' | 'productName' | 'promises' | 'logo' | 'logoInDark' | 'languages' | 'addressLookup'
>

/** At build time these are places, which the server fills in. */
function faceInPage(): Partial<Face> {
  if (import.meta.env.SSR)
    return Object.fromEntries(
      ['bankName', 'productName', 'logo', 'logoInDark'].map(name => [name, `{{${name}}}`]),
    )
  const {
    languages,
    promises,
    portal: _files,
    texts: _file,
    ...names
  } = document.getElementById('root')?.dataset ?? {}
  // The server has validated these lists and written them into the page.
  return {
    ...names,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    ...(languages && { languages: languages.split(' ') as Language[] }),
    ...(promises && { promises: JSON.parse(promises) }),
  }
}

let loading: Promise<void> | undefined

async function load(): Promise<void> {
  loadedAt = performance.now()
  try {
    const response = await fetchTimed('/branding.json', { cache: 'no-cache' })
    const answer: unknown = await response.json()
    if (!response.ok || !isRecord(answer)) return
    // The server validates the file at start-up.
    file = answer
    speakBranding()
  } catch {
    // The defaults stay.
  }
}
