import type { Report } from './report.ts'

/** Writes a report for a terminal, with the remedy below each demand whose verdict is `missed` or `differs`. */
export function tableOf({ results, counts }: Report): string {
  const lines = results.flatMap(({ verdict, id, demand, found, remedy }) => [
    `${marks[verdict]} ${id.padEnd(19)} ${demand}: ${found}`,
    ...(verdict === 'missed' || verdict === 'differs' ? [`     ${''.padEnd(19)} → ${remedy}`] : []),
  ])
  const told = Object.entries(counts).map(([verdict, count]) => `${count} ${verdict}`)
  return [...lines, '', told.join(', ')].join('\n')
}

const marks = { met: ' ok ', differs: ' ~  ', missed: 'MISS', untested: ' ?  ' }
