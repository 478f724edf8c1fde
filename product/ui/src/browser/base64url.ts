export function base64url(octets: Uint8Array): string {
  return btoa(String.fromCharCode(...octets))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

export function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  const octets = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(octets, octet => octet.charCodeAt(0))
}
