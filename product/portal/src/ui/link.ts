import { Link as AnyLink, type LinkProps } from '@ekyc/ui/link.tsx'
import type { ReactNode } from 'react'

import type { Address } from '../session/paths.ts'

/** A link to one of the portal's screens. */
export const Link: (props: LinkProps & { to: Address }) => ReactNode = AnyLink
