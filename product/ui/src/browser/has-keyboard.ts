/** Tells whether the device has a mouse, and so a keyboard. On a phone, focus opens an on-screen keyboard. */
export function hasKeyboard(): boolean {
  return !import.meta.env.SSR && matchMedia('(hover) and (pointer: fine)').matches
}
