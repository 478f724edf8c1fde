import { ScreenTitle } from '../ui/screen-title.tsx'

/** A screen of the page frame that the agent's privileges do not open. */
export function Sorry({ text }: { text: string }) {
  return <ScreenTitle>{text}</ScreenTitle>
}
