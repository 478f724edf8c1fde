/** Tells whether the window is narrow enough for the phone layout of the style sheets. */
export function isPhone(): boolean {
  return window.matchMedia('(width < 600px)').matches
}
