/** Tells whether the window is as narrow as the styles' phone. */
export function isPhone(): boolean {
  return window.matchMedia('(width < 600px)').matches
}
