import { Drawing, signs, type DrawingProps } from './drawing.tsx'

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
