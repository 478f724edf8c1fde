import { useMemo } from 'react'

import { navigate, useSearch } from '@ekyc/ui/location.ts'
import { paths } from '../../session/paths.ts'
import { readListView, writeListView, type ListView } from './list-view.ts'

/** Keeps page number and filters in the address bar, so that reload, bookmarks and the Back button restore them. */
export function useListView(): [ListView, (view: ListView) => void] {
  const query = useSearch()
  const view = useMemo(() => readListView(new URLSearchParams(query)), [query])
  return [view, show]
}

function show(view: ListView): void {
  const query = writeListView(view).toString()
  navigate(query === '' ? paths.kycList : `${paths.kycList}?${query}`)
}
