import type { ActName } from '@ekyc/contract/console/acts'
import type { Counters } from '@ekyc/contract/console/refusals'
import type { ComponentType } from 'react'

import type { SignName } from '../parts/sign.tsx'
import type { PageProps } from '../session/address.ts'
import type { TextKey } from '../texts/t.ts'

export type Route = {
  /** The first path is the page's address in the navigation; `:id` stands for a parameter. */
  paths: readonly [string, ...string[]]
  /** The people who may open the page: everybody, all staff, or the people whose roles may do or propose this act. */
  access: 'public' | 'staff' | ActName
  screen: ComponentType<PageProps>
  inNavigation?: {
    group: '' | 'work' | 'watch' | 'setUp'
    sign: SignName
    title: TextKey
    /** The letter that opens the page when a person types it after `g`. */
    key?: string
    /** The name of the counter that the navigation shows beside the page's title. */
    counter?: keyof Counters
  }
}
