import { listTexts } from '@ekyc/contract/texts'

export const orders = {
  'orders.recent.title': 'Recent KYC',
  'orders.recent.viewAll': 'View all',

  'orders.list.title': listTexts.title,
  'orders.list.name': 'Orders',
  'orders.list.page': 'Page {page} of {total}',

  'orders.search.label': 'Search by reference id',
  'orders.search.submit': 'Search',
  'orders.search.everywhere': 'Search all orders',
  'orders.search.newest': 'These are the newest {count}. Set dates to see older ones.',
  'orders.search.empty': listTexts.searchEmpty,

  'orders.filter.title': 'Filter',
  'orders.filter.active': 'Filters ({count})',
  'orders.filter.from': 'From date',
  'orders.filter.to': 'To date',
  'orders.filter.dateWrong': 'Type the date as day, month and year: 31-12-2026.',
  'orders.filter.apply': 'Apply',
  'orders.filter.clear': 'Clear',
  'orders.filter.statusWrong': listTexts.statusWrong,
  'orders.filter.datesWrong': 'The from date must not be after the to date.',

  'orders.order.reference': listTexts.referenceLabel,
  'orders.order.date': 'Date',
  'orders.order.status': 'Status',
  'orders.order.message': 'Message',
  'orders.order.id': 'Order',
  'orders.order.transaction': 'Transaction',
  'orders.status.KYC_SUCCESS': 'Success',
  'orders.status.KYC_FAILURE': 'Failed',

  'orders.summary': 'Shown now',
  'orders.count': 'Orders: {count}',
  'orders.chips': 'Filters that are set',
  'orders.chip.remove': 'Remove {what}',
  'orders.chip.from': 'From {day}',
  'orders.chip.to': 'To {day}',
  'orders.chip.onPage': '“{id}” on this page',
  'orders.chip.everywhere': '“{id}” in all orders',
  'orders.clearAll': 'Clear all',

  'orders.export': 'Export CSV',
  'orders.export.reading': 'Orders read: {count}',
  'orders.export.whole': 'Saved. Orders in the file: {count}, which is all of them.',
  'orders.export.none': 'There are no orders to save.',
  'orders.export.cut': 'The file is cut after {count} orders: {because}',
  'orders.export.failed': 'Nothing was saved: {because}',
  'orders.export.cutLine': 'CUT: the connection was lost after {count} orders; older ones are missing.',

  'orders.pager': 'Pages',
  'orders.pager.previous': 'Previous page',
  'orders.pager.next': 'Next page',
  'orders.pager.page': 'Page {page}',

  'orders.empty': listTexts.empty,
  'orders.here': 'Orders loaded.',
}
