import { Link as AnyLink, type LinkProps } from '@ekyc/ui/controls/link.tsx'
import type { ReactNode } from 'react'

import type { Address } from '../session/paths.ts'

export const Link: (props: LinkProps & { to: Address }) => ReactNode = AnyLink
