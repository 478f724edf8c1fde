/** Tells whether the window is as narrow as the phone layout of the styles. */
export function isPhone(): boolean {
  return window.matchMedia('(width < 600px)').matches
}
