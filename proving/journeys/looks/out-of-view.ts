import type { Locator, Page } from '@playwright/test'

import { lookAgain } from './look-again.ts'
import type { KycScreen } from '../screens/do-kyc.ts'

/** Returns the parts of a screen (steps, sentences, action) that are covered or outside the window, with the reason. */
export function outOfView(page: Page, screen: KycScreen): Promise<string[]> {
  return lookAgain(() => partsOutOfView(page, screen))
}

async function partsOutOfView(page: Page, screen: KycScreen): Promise<string[]> {
  const isPhone = (page.viewportSize()?.width ?? 0) < 960
  const { says, action } = isPhone && screen.asksOnPhone ? asking : screen
  const dialog = page.locator('dialog[open]')
  const inDialog = (await dialog.count()) > 0
  const place = inDialog ? dialog : page.locator('#root')
  const parts: (readonly [name: string, part: Locator])[] = [
    // Leaves out the list of steps while a dialog is open, because a modal dialog covers the list.
    ...(inDialog ? [] : [['the steps', page.getByRole('list', { name: 'Steps of this KYC' })] as const]),
    ...says.map(text => [String(text), place.getByText(text).filter({ visible: true }).first()] as const),
    ...(action
      ? [[action, place.getByRole('button', { name: action }).or(place.getByLabel(action)).first()] as const]
      : []),
  ]
  const seen = await Promise.all(parts.map(([, part]) => part.evaluate(isSeen)))
  return parts.flatMap(([name], index) => (seen[index] === 'seen' ? [] : [`${name}: ${seen[index]}`]))
}

const asking = {
  says: ['Read this to the customer'],
  action: 'I have read this to the customer, and the customer agrees',
}

/** Returns 'seen' if an element lies within the window with nothing in front of it. Otherwise returns the reason. */
function isSeen(element: Element): string {
  const { top, bottom, left, right } = element.getBoundingClientRect()
  const place = `y ${Math.round(top)} to ${Math.round(bottom)} of ${innerHeight}`
  if (top < 0 || left < 0 || bottom > innerHeight || right > innerWidth) return `outside, ${place}`
  const inset = 3
  const corners = [left + inset, (left + right) / 2, right - inset].flatMap(x =>
    [top + inset, (top + bottom) / 2, bottom - inset].map(y => [x, y] as const),
  )
  const covering = corners
    .map(([x, y]) => document.elementFromPoint(x, y))
    .find(front => !front || !(element.contains(front) || front.contains(element)))
  return covering === undefined ? 'seen' : `covered, ${place}, by ${covering?.outerHTML.slice(0, 80)}`
}
