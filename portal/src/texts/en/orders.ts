import { listTexts } from '@ekyc/contract/texts'

import { texts } from '../t.ts'

export const t = texts({
  'orders.recent.title': 'Recent KYC',
  'orders.recent.viewAll': 'View all',

  'orders.list.title': listTexts.title,
  'orders.list.home': 'Home',
  'orders.list.name': 'Orders',
  'orders.list.onThisPage': 'Search and status apply only to this page.',
  'orders.list.page': 'Page {page} of {total}',

  'orders.search.label': 'Search by reference id',
  'orders.search.submit': 'Search',
  'orders.search.clear': 'Show all',
  'orders.search.found': 'Orders on this page with the id “{id}”',
  'orders.search.empty': listTexts.searchEmpty,

  'orders.filter.title': 'Filter',
  'orders.filter.active': 'Filters ({count})',
  'orders.filter.status': 'Status',
  'orders.filter.select': listTexts.select,
  'orders.filter.from': 'From date',
  'orders.filter.to': 'To date',
  'orders.filter.apply': 'Apply',
  'orders.filter.clear': 'Clear',
  'orders.filter.statusWrong': listTexts.statusWrong,
  'orders.filter.datesWrong': 'The from date must not be after the to date.',

  'orders.order.reference': listTexts.referenceLabel,
  'orders.order.date': 'Date',
  'orders.order.status': 'Status',
  'orders.order.message': 'Message',
  'orders.status.KYC_SUCCESS': 'Success',
  'orders.status.KYC_FAILURE': 'Failed',

  'orders.pager': 'Pages',
  'orders.pager.previous': 'Previous page',
  'orders.pager.next': 'Next page',
  'orders.pager.page': 'Page {page}',

  'orders.empty': listTexts.empty,
  'orders.loading': listTexts.loading,
  'orders.here': 'Orders loaded.',
})
