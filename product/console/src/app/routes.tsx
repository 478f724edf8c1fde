import type { ActName } from '@ekyc/contract/console/acts'
import type { Counters } from '@ekyc/contract/console/refusals'
import { lazy, type ComponentType } from 'react'

import type { SignName } from '../parts/sign.tsx'
import { parametersOf } from '../session/address.ts'
import type { TextKey } from '../texts/t.ts'
import { HomePage } from './home-page.tsx'

export type PageProps = { parameters: Readonly<Record<string, string>> }

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

/** A page of its own chunk: it loads when it is opened first. */
function later<Name extends string>(
  load: () => Promise<Record<Name, ComponentType<PageProps>>>,
  name: Name,
): ComponentType<PageProps> {
  return lazy(async () => ({ default: (await load())[name] }))
}

/**
 * The pages in the order of the navigation; the first whose path fits is shown. A page of a new noun lies in
 * features/<noun>/ and has one entry here.
 */
export const routes: readonly Route[] = [
  {
    paths: ['/'],
    access: 'staff',
    screen: HomePage,
    inNavigation: { group: '', sign: 'home', title: 'nav.home', key: 'h' },
  },
  {
    paths: ['/agents'],
    access: 'agent.list',
    screen: later(() => import('../features/agents/agents-page.tsx'), 'AgentsPage'),
    inNavigation: { group: 'work', sign: 'agents', title: 'nav.agents', key: 'a' },
  },
]

export function routeTo(path: string): { route: Route; parameters: Record<string, string> } | undefined {
  for (const route of routes)
    for (const pattern of route.paths) {
      const parameters = parametersOf(pattern, path)
      if (parameters) return { route, parameters }
    }
  return undefined
}
