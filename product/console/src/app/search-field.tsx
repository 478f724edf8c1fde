import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { Combobox, type Option } from '../parts/controls/combobox.tsx'
import { currentPath } from '@ekyc/ui/browser/location.ts'
import { textOf } from '@ekyc/ui/texts/t.ts'
import { type Address, addressOf, go } from '../session/address.ts'
import { call } from '../session/call.ts'
import { t } from '../texts/t.ts'

type Found = AnswerOf<'search'>
type Kind = Found['kinds'][number]['kind']

const afterTypingMs = 250
const shortest = 2

/** Shows the search field of every page. The typed text enters the page's address only if Ctrl+Enter opens a list. */
export function SearchField() {
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [asked, setAsked] = useState('')
  const awaited = useRef('')
  const queries = useQueryClient()
  const wanted = text.trim()
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), afterTypingMs)
    return () => clearTimeout(timer)
  }, [wanted])
  const { data, isError } = useQuery({ ...searchFor(asked), enabled: asked.length >= shortest })
  const found = asked === wanted ? data : undefined
  const options = found ? optionsOf(found) : []
  return (
    <Combobox
      label={t('search.label')}
      hint={t('search.hint')}
      shortcut={{ press: '/', says: t('keys.search') }}
      text={text}
      options={options}
      isOpen={isOpen && wanted.length >= shortest}
      status={isError && asked === wanted ? t('search.failed') : statusOf(found, options.length)}
      onText={typed => {
        setText(typed)
        awaited.current = ''
        setOpen(true)
      }}
      onOpen={({ to }) => leaveFor(to)}
      onEnter={isControl => {
        const [first, second] = options
        if (first && !second && !isControl) leaveFor(first.to)
        // A whole mobile number must not be in an address, so Ctrl+Enter opens no list for such a number.
        else if (isControl && found && found.form !== 'mobile') leaveFor(listOf(found, wanted))
        else {
          setOpen(true)
          if (!found && !isControl && wanted.length >= shortest) void openOnlyResult()
        }
      }}
      onClose={close}
    />
  )

  async function openOnlyResult(): Promise<void> {
    awaited.current = wanted
    setAsked(wanted)
    const answer = await queries.fetchQuery(searchFor(wanted)).catch(() => undefined)
    const [first, second] = answer ? optionsOf(answer) : []
    if (first && !second && awaited.current === wanted) leaveFor(first.to)
  }

  function leaveFor(to: Address): void {
    setText('')
    close()
    // A page that is open already would not read its data again by itself.
    if (currentPath().startsWith(to))
      void queries.invalidateQueries({ predicate: ({ queryKey: [name] }) => name !== 'search' })
    go(to)
  }

  function close(): void {
    awaited.current = ''
    setOpen(false)
  }
}

function searchFor(text: string) {
  return queryOptions({
    queryKey: ['search', text],
    queryFn: ({ signal }) => call('search', { text }, { signal }),
    retry: false,
    gcTime: 0,
  })
}

function optionsOf({ kinds }: Found): Option[] {
  return kinds.flatMap(({ kind, results }) =>
    results.map(({ id, title, about }) => ({
      id: `${kind}-${id}`,
      group: t(`search.${kind}`),
      title: wordsIn(title, wordsOfTitle[kind]),
      detail: about
        .split(', ')
        .map(word => wordsIn(word, wordsOfAbout[kind]))
        .join(', '),
      to: pageOf[kind](id),
    })),
  )
}

const wordsOfTitle: Partial<Record<Kind, string>> = { message: 'messageKind', proposal: 'proposal.act' }
const wordsOfAbout: Partial<Record<Kind, string>> = {
  order: 'orderStatus',
  message: 'outbox',
  staff: 'role',
  proposal: 'proposal.state',
}

function wordsIn(word: string, texts: string | undefined): string {
  return (texts && textOf(`${texts}.${word}`)) || word
}

const pageOf: Record<Kind, (id: string) => Address> = {
  agent: id => addressOf('/agents/:id', { id }),
  branch: branch => addressOf('/agents', { branch }),
  model: model => addressOf('/devices/:model', { model }),
  order: id => addressOf('/orders/:id', { id }),
  message: message => addressOf('/outbox', { message }),
  staff: id => addressOf('/staff/:id', { id }),
  proposal: number => addressOf('/proposals/:number', { number }),
}

function listOf({ form }: Found, text: string): Address {
  return form === 'reference' ? addressOf('/orders', { reference: text }) : addressOf('/agents', { q: text })
}

function statusOf(found: Found | undefined, count: number): string {
  if (!found) return t('search.working')
  const sum = count === 0 ? t('search.none') : t('search.found', { count })
  const parts = found.unfinished.map(kind => t(`search.${kind}`)).join(', ')
  return [
    sum,
    found.kinds.some(({ hasMore }) => hasMore) && t('search.more'),
    parts && t('search.unfinished', { parts }),
  ]
    .filter(Boolean)
    .join(' ')
}
