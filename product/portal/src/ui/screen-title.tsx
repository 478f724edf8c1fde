import { ScreenTitle as AnyTitle, type ScreenTitleProps } from '@ekyc/ui/states/screen-title.tsx'

import { useBranding } from '../api/branding.ts'

export function ScreenTitle(props: ScreenTitleProps) {
  return <AnyTitle {...props} product={useBranding(branding => branding.productName)} />
}
