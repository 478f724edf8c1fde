import { ScreenTitle as AnyTitle, type ScreenTitleProps } from '@ekyc/ui/screen-title.tsx'

import { useBranding } from '../api/branding.ts'

/** Shows a screen's h1. The title of the browser tab consists of this text and the product's name. */
export function ScreenTitle(props: ScreenTitleProps) {
  return <AnyTitle {...props} product={useBranding(branding => branding.productName)} />
}
