import { mobileLength } from '@ekyc/contract/limits'

export function typedMobile(text: string): string {
  return text.replace(/[\s-]/g, '').replace(/^\+91/, '').slice(0, mobileLength)
}
