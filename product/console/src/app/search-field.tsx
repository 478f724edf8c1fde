import type { AnswerOf } from '@ekyc/contract/console/shapes'
import { useEffect, useState } from 'react'

import { Combobox, type Option } from '../parts/combobox.tsx'
import { go } from '../session/address.ts'
import { call } from '../session/call.ts'
import { t } from '../texts/t.ts'

type Found = AnswerOf<'search'>
type Kind = Found['kinds'][number]['kind']

const afterTypingMs = 250

/** One field over everything, on every page. What was typed stands in no address and no history. */
export function SearchField() {
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [found, setFound] = useState<Found | 'looking' | 'failed'>()
  const wanted = text.trim()
  useEffect(() => {
    if (wanted.length < 2) return setFound(undefined)
    const stop = new AbortController()
    setFound('looking')
    const timer = setTimeout(() => {
      call('search', { text: wanted }, { signal: stop.signal }).then(setFound, () => {
        if (!stop.signal.aborted) setFound('failed')
      })
    }, afterTypingMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [wanted])
  const options = typeof found === 'object' ? optionsOf(found) : []
  return (
    <Combobox
      label={t('search.label')}
      hint={t('search.hint')}
      shortcut={{ press: '/', says: t('keys.search') }}
      text={text}
      options={options}
      isOpen={isOpen && found !== undefined}
      status={statusOf(found, options.length)}
      onText={typed => {
        setText(typed)
        setOpen(true)
      }}
      onOpen={open}
      onEnter={isControl => {
        const [first, second] = options
        if (first && !second && !isControl) open(first)
        else if (isControl && wanted !== '') leaveFor(`/agents?q=${encodeURIComponent(wanted)}`)
        else setOpen(true)
      }}
      onClose={() => setOpen(false)}
    />
  )

  function open({ to }: Option): void {
    leaveFor(to)
  }

  function leaveFor(to: string): void {
    setText('')
    setOpen(false)
    go(to)
  }
}

function optionsOf({ kinds }: Found): Option[] {
  return kinds.flatMap(({ kind, results }) =>
    results.map(({ id, title, about }) => ({
      id: `${kind}-${id}`,
      group: t(`search.${kind}`),
      title,
      detail: about,
      to: pageOf[kind](encodeURIComponent(id)),
    })),
  )
}

const pageOf: Record<Kind, (id: string) => string> = {
  agent: id => `/agents/${id}`,
  branch: id => `/agents?branch=${id}`,
  model: id => `/devices/${id}`,
  order: id => `/orders/${id}`,
  message: id => `/outbox?message=${id}`,
  staff: id => `/staff/${id}`,
  proposal: id => `/proposals/${id}`,
}

function statusOf(found: Found | 'looking' | 'failed' | undefined, count: number): string {
  if (found === undefined) return ''
  if (found === 'looking') return t('search.working')
  if (found === 'failed') return t('search.failed')
  const sum = count === 0 ? t('search.none') : t('search.found', { count })
  const parts = found.unfinished.map(kind => t(`search.${kind}`)).join(', ')
  return parts === '' ? sum : `${sum} ${t('search.unfinished', { parts })}`
}
