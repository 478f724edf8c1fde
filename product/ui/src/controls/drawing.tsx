import type { SVGProps } from 'react'

/** The paths of the signs of an alert. */
export const signs = {
  tick: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM8 12.5l2.7 2.7L16 9.5',
  cross: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM9 9l6 6m0-6-6 6',
  warning: 'M12 3.5 2.5 20h19L12 3.5ZM12 10v4.5m0 2.7v.1',
  info: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM12 11v5.5m0-9v.1',
} as const

export type DrawingProps = { size?: number } & Omit<SVGProps<SVGSVGElement>, 'd'>

/** An icon is only decoration, because a word always stands beside it. */
export function Drawing({ d, size = 20, ...rest }: DrawingProps & { d: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...rest}
    >
      <path d={d} />
    </svg>
  )
}
