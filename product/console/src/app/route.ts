import type { ActName } from '@ekyc/contract/console/acts'
import type { Counters } from '@ekyc/contract/console/refusals'
import type { ComponentType } from 'react'

import type { SignName } from '../parts/sign.tsx'
import type { PageProps } from '../session/address.ts'
import type { TextKey } from '../texts/t.ts'

export type Route = {
  /** The first is the page's address in the navigation; `:id` stands for a parameter. */
  paths: readonly [string, ...string[]]
  /** Anybody, any person who has signed in, or those whose roles may do or propose an act. */
  access: 'public' | 'staff' | ActName
  screen: ComponentType<PageProps>
  inNavigation?: {
    group: '' | 'work' | 'watch' | 'setUp'
    sign: SignName
    title: TextKey
    /** `g` and this letter open the page. */
    key?: string
    /** The counter of the server's answers that stands beside the name. */
    counter?: keyof Counters
  }
}
