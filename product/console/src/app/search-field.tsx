import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { currentPath } from '@ekyc/ui/browser/location.ts'
import { textOf } from '@ekyc/ui/texts/t.ts'

import { useKeys } from '../parts/keys.ts'
import { Sign } from '../parts/elements.tsx'
import { type Address, addressOf, go } from '../session/address.ts'
import { call } from '../session/call.ts'
import { t } from '../texts/t.ts'
import styles from './search-field.module.css'

type Found = AnswerOf<'search'>
type Kind = Found['kinds'][number]['kind']
type Option = { id: string; group: string; title: string; detail: string; to: Address }

const afterTypingMs = 250
const shortest = 2

/**
 * The search field of every page. The typed text enters the page's address only if Ctrl+Enter opens a list. By the ARIA
 * pattern of a combobox, the focus stays in the field, and the arrow keys move through the results.
 */
export function SearchField() {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [isAsking, setAsking] = useState(false)
  const [asked, setAsked] = useState('')
  const [marked, setMarked] = useState<string>()
  const awaited = useRef('')
  const queries = useQueryClient()
  const wanted = text.trim()
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), afterTypingMs)
    return () => clearTimeout(timer)
  }, [wanted])
  useKeys([{ press: '/', says: t('keys.search'), run: () => field.current?.select() }])
  const { data, isError } = useQuery({ ...searchFor(asked), enabled: asked.length >= shortest })
  const found = asked === wanted ? data : undefined
  const options = found ? optionsOf(found) : []
  const isOpen = isAsking && wanted.length >= shortest
  const index = options.findIndex(option => option.id === marked)
  const at = options[index]
  const optionId = (option: Option) => `${id}-${option.id}`
  const groups = [...new Set(options.map(({ group }) => group))]
  return (
    // onBlur fires if the focus leaves the field or a result. Some browsers lack the tag `search`, so the role is set.
    // oxlint-disable jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/prefer-tag-over-role
    <div
      role="search"
      className={styles.place}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) close()
      }}
    >
      <div className={styles.box}>
        <Sign name="search" />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label={t('search.label')}
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={isOpen && at ? optionId(at) : undefined}
          autoComplete="off"
          spellCheck={false}
          placeholder={t('search.hint')}
          maxLength={200}
          value={text}
          onChange={({ target }) => type(target.value)}
          onKeyDown={press}
        />
        <kbd>/</kbd>
      </div>
      <div className={styles.results} hidden={!isOpen}>
        {/* A listbox that shows results below a field cannot be a `select` element. */}
        <div id={`${id}-list`} role="listbox" aria-label={t('search.label')}>
          {groups.map(group => (
            <div key={group} role="group" aria-label={group}>
              <div className={styles.group} aria-hidden="true">
                {group}
              </div>
              {options
                .filter(option => option.group === group)
                .map(option => (
                  // The field keeps the focus and handles the keys; a click chooses a result too.
                  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
                  <div
                    key={option.id}
                    id={optionId(option)}
                    role="option"
                    aria-selected={option.id === marked}
                    className={`row-8 ${styles.option}`}
                    onPointerDown={event => event.preventDefault()}
                    onClick={() => leaveFor(option.to)}
                  >
                    <span dir="auto">{option.title}</span>
                    <small>{option.detail}</small>
                  </div>
                ))}
            </div>
          ))}
        </div>
        <output className={styles.status}>
          {isError && asked === wanted ? t('search.failed') : statusOf(found, options.length)}
        </output>
      </div>
    </div>
  )

  function type(typed: string): void {
    setMarked(undefined)
    setText(typed)
    awaited.current = ''
    setAsking(true)
  }

  function press(event: KeyboardEvent): void {
    const { key, ctrlKey } = event
    if (key === 'Escape') {
      if (isOpen) close()
      else type('')
    }
    if (key === 'Enter' || key === 'ArrowDown' || key === 'ArrowUp') event.preventDefault()
    if (key === 'Enter') {
      if (isOpen && at && !ctrlKey) leaveFor(at.to)
      else enter(ctrlKey)
    }
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      const step = key === 'ArrowDown' ? 1 : -1
      const from = index < 0 && step < 0 ? 0 : index
      setMarked(options[(from + step + options.length) % options.length]?.id)
    }
  }

  function enter(isControl: boolean): void {
    const [first, second] = options
    if (first && !second && !isControl) return leaveFor(first.to)
    // A whole mobile number must not be in an address, so Ctrl+Enter opens no list for such a number.
    if (isControl && found && found.form !== 'mobile')
      return leaveFor(
        found.form === 'reference'
          ? addressOf('/orders', { reference: wanted })
          : addressOf('/agents', { q: wanted }),
      )
    setAsking(true)
    if (!found && !isControl && wanted.length >= shortest) void openOnlyResult()
  }

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
    setAsking(false)
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
