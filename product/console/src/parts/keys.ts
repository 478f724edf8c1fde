import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import { storedText } from '@ekyc/ui/browser/stored-text.ts'

type Key = {
  /** One key, or two keys in turn: `g a`. The list of keys also shows Enter, which the page's elements handle. */
  press: string
  says: string
  run: () => void
}

type Keys = { lists: readonly (() => readonly Key[])[]; areOn: boolean; areListed: boolean }

const stored = storedText('localStorage', 'single-keys')

/** The keyboard shortcuts of the components on the page. The person can switch the shortcuts off (WCAG 2.1.4). */
export const useAllKeys = create<Keys>(() => ({
  lists: [],
  areOn: stored.read() !== 'off',
  areListed: false,
}))

export function switchKeys(areOn: boolean): void {
  useAllKeys.setState({ areOn })
  stored.write(areOn ? 'on' : 'off')
}

export function listKeys(areListed: boolean): void {
  useAllKeys.setState({ areListed })
}

/** Defines shortcuts while the component is on the page. A shortcut may open something, but must never change data. */
export function useKeys(keys: readonly Key[]): void {
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const list = () => latest.current
    useAllKeys.setState(({ lists }) => ({ lists: [...lists, list] }))
    return () => useAllKeys.setState(({ lists }) => ({ lists: lists.filter(other => other !== list) }))
  }, [])
}

const secondKeyWithinMs = 1_500

export function useKeyboard(): void {
  useEffect(() => {
    let first = ''
    let timer: ReturnType<typeof setTimeout> | undefined
    const press = (event: KeyboardEvent) => {
      const { lists, areOn } = useAllKeys.getState()
      if (!areOn || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return
      const keys = lists.toReversed().flatMap(list => list())
      const wanted = first === '' ? event.key : `${first} ${event.key}`
      clearTimeout(timer)
      first = ''
      const key = keys.find(one => one.press === wanted)
      if (key && key.press !== 'Enter') {
        event.preventDefault()
        key.run()
      } else if (keys.some(one => one.press.startsWith(`${wanted} `))) {
        first = wanted
        timer = setTimeout(() => (first = ''), secondKeyWithinMs)
      }
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

function isTyping({ target, defaultPrevented }: KeyboardEvent): boolean {
  const isField =
    target instanceof HTMLElement &&
    target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]')
  return defaultPrevented || isField || document.querySelector('dialog:modal') !== null
}
