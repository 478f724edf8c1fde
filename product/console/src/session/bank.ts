import { isRecord } from '@ekyc/contract/is-record'
import { requiredServiceVersion } from '@ekyc/contract/limits'
import { create } from 'zustand'

/** The console shows these fields of the branding file, which the portal uses too. The colours come with /brand.css. */
export const useBank = create(() => ({
  bankName: 'Your bank',
  logo: '/icon.svg',
  logoInDark: '/icon.svg',
  deviceServiceVersion: requiredServiceVersion as string,
}))

export async function loadBank(): Promise<void> {
  try {
    const file: unknown = await (await fetch('/branding.json', { cache: 'no-cache' })).json()
    if (!isRecord(file)) return
    const { bankName, logo, logoInDark, deviceServiceVersion } = file
    useBank.setState({
      ...(typeof bankName === 'string' && { bankName }),
      ...(typeof logo === 'string' && { logo }),
      ...(typeof logoInDark === 'string' && { logoInDark }),
      ...(typeof deviceServiceVersion === 'string' && { deviceServiceVersion }),
    })
  } catch {
    // The console keeps the default name and logos.
  }
}
