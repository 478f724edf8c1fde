import type { Column } from '../../parts/data-table.tsx'
import { Share } from '../../parts/share.tsx'
import { shownDay, shownNumber } from '../../texts/shown.ts'
import { t } from '../../texts/t.ts'

type Used = { id: string; verified: number; failed: number; lastSeenOn: string }

export function verdictColumns(): readonly Column<Used>[] {
  return [
    {
      key: 'orders',
      title: t('devices.orders'),
      isNumber: true,
      isWide: true,
      cell: ({ verified, failed }) => shownNumber(verified + failed),
    },
    {
      key: 'success',
      title: t('devices.success'),
      cell: ({ verified, failed }) => <Share of={verified + failed} verified={verified} />,
    },
    {
      key: 'seen',
      title: t('devices.lastSeen'),
      isWide: true,
      cell: ({ lastSeenOn }) => shownDay(lastSeenOn),
    },
  ]
}
