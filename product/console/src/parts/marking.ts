import { useRef, useState } from 'react'

export type Marking = {
  ids: ReadonlySet<string>
  /** Marks a row or removes its mark. If `isRange` is true, all rows from the last marked row to this row change. */
  mark: (id: string, isMarked: boolean, isRange?: boolean) => void
  markAll: (areMarked: boolean) => void
  clear: () => void
}

/** Keeps the ids of the marked rows, on the shown page and on the other pages of the list. */
export function useMarking(shown: readonly string[]): Marking {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string>(undefined)
  const set = (some: readonly string[], areMarked: boolean) =>
    setIds(before => new Set(areMarked ? [...before, ...some] : [...before].filter(id => !some.includes(id))))
  return {
    ids,
    mark(id, isMarked, isRange = false) {
      const [from, to] = [shown.indexOf(last.current ?? id), shown.indexOf(id)].toSorted((a, b) => a - b)
      set(isRange && from !== undefined && from >= 0 ? shown.slice(from, (to ?? 0) + 1) : [id], isMarked)
      last.current = id
    },
    markAll: areMarked => set(shown, areMarked),
    clear: () => setIds(new Set()),
  }
}
