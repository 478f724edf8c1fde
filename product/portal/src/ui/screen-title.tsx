import { ScreenTitle as AnyTitle, type ScreenTitleProps } from '@ekyc/ui/screen-title.tsx'

import { useBranding } from '../api/branding.ts'

/** A screen's h1, which names the browser tab with the product's name. */
export function ScreenTitle(props: ScreenTitleProps) {
  return <AnyTitle {...props} product={useBranding(branding => branding.productName)} />
}
