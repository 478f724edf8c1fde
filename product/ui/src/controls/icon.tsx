import type { SVGProps } from 'react'

export const signs = {
  tick: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM8 12.5l2.7 2.7L16 9.5',
  cross: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM9 9l6 6m0-6-6 6',
  warning: 'M12 3.5 2.5 20h19L12 3.5ZM12 10v4.5m0 2.7v.1',
  info: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM12 11v5.5m0-9v.1',
} as const

type DrawingProps = { size?: number } & Omit<SVGProps<SVGSVGElement>, 'd'>

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

const drawings = {
  ...signs,
  back: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  chevron: 'M6 9l6 6 6-6',
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.7-3.6 3.7-5.5 7.5-5.5s6.8 1.9 7.5 5.5',
  logout: 'M14 4H6v16h8M10.5 12H21m-3.5-4L21 12l-3.5 4',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  edit: 'M4 20h4L19 9l-4-4L4 16v4ZM13 7l4 4',
  circle: 'M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0Z',
} as const

export type IconName = keyof typeof drawings

export function Icon({ name, ...rest }: DrawingProps & { name: IconName }) {
  return <Drawing d={drawings[name]} {...rest} />
}
