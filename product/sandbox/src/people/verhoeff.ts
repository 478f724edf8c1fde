/**
 * Returns the check digit of the authority's id numbers. It detects every single wrong digit and every swap of two
 * neighbouring digits.
 */
export function verhoeffDigit(digits: string): string {
  let check = 0
  for (const [position, digit] of digits.split('').toReversed().entries()) {
    check = multiply(check, permute(position + 1, Number(digit)))
  }
  return String(inverse[check])
}

export function isVerhoeff(digits: string): boolean {
  return /^\d{2,}$/.test(digits) && verhoeffDigit(digits.slice(0, -1)) === digits.at(-1)
}

const inverse = [0, 4, 3, 2, 1, 5, 6, 7, 8, 9]
const permutation = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4]

/** Multiplies in the dihedral group of the pentagon: 0–4 are rotations, 5–9 are reflections. */
function multiply(a: number, b: number): number {
  if (a < 5 && b < 5) return (a + b) % 5
  if (a < 5) return 5 + ((a + b - 5) % 5)
  if (b < 5) return 5 + ((a - 5 - b + 5) % 5)
  return (a - b + 5) % 5
}

function permute(times: number, digit: number): number {
  let permuted = digit
  for (let time = 0; time < times % 8; time++) permuted = permutation[permuted] ?? 0
  return permuted
}
