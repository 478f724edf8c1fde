import { create } from 'zustand'

/** The page that the frame marks as active (product.md section 2 calls it 'the current view'). */
export type View = 'dashboard' | 'profile' | 'security' | ''

export const useCurrentView = create<View>(() => '')

export function setCurrentView(view: View): void {
  useCurrentView.setState(view, true)
}
