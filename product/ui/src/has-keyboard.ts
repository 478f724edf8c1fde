/** Tells whether the device has a mouse, and so a keyboard. On a phone, focus opens a keyboard over the screen. */
export function hasKeyboard(): boolean {
  return !import.meta.env.SSR && matchMedia('(hover) and (pointer: fine)').matches
}
