import { mobileLength } from '@ekyc/contract/limits'

/** Returns a typed or pasted mobile number without spaces, hyphens and +91, cut to the length of a mobile number. */
export function typedMobile(text: string): string {
  return text.replace(/[\s-]/g, '').replace(/^\+91/, '').slice(0, mobileLength)
}
