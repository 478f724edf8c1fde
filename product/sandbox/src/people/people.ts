import { seededRandom } from '@ekyc/rd-simulator/fingers/seeded-random'
import { defaultFinger } from '@ekyc/rd-simulator/settings'

export type Person = {
  /** The reference, DBS1xxxx to DBS5xxxx. Its first digit selects the outcome of the person's KYC. */
  reference: string
  /** The id number: 12 digits with a valid check digit. It begins with 0, so the real authority never issues it. */
  idNumber: string
  /** The phone number: 80000 and the digits of the reference. `language` is the language of the bank's messages. */
  phone: string
  language: string
  name: string
  /** The date in the form YYYY-MM-DD. */
  dateOfBirth: string
  gender: 'M' | 'F'
  /** The parts of the address, by the names of the attributes of the authority's Poa element. */
  address: Record<
    'co' | 'house' | 'street' | 'loc' | 'vtc' | 'dist' | 'state' | 'country' | 'pc' | 'po',
    string
  >
  enrolledFinger: string
  biometricsLocked: boolean
  authorityAnswers: 'in-time' | 'too-late' | 'garbage'
}

export function personByReference(reference: string): Person | undefined {
  const kind = /^DBS([1-5])\d{4}$/.exec(reference)?.[1]
  if (kind === undefined) return undefined
  const random = seededRandom(`person ${reference}`)
  const pick = <T>(list: readonly T[]): T => {
    const item = list[Math.floor(random() * list.length)]
    if (item === undefined) throw new Error('The list is empty')
    return item
  }
  const gender = random() < 0.5 ? 'F' : 'M'
  const surname = pick(surnames)
  const district = pick(districts)
  return {
    reference,
    idNumber: idNumberOf(reference),
    phone: `80000${reference.slice(3)}`,
    language: languages[Number(reference.slice(3)) % languages.length] ?? '',
    name: `${pick(gender === 'F' ? femaleNames : maleNames)} ${surname}`,
    dateOfBirth: [
      1950 + Math.floor(random() * 55),
      1 + Math.floor(random() * 12),
      1 + Math.floor(random() * 28),
    ]
      .map(part => String(part).padStart(2, '0'))
      .join('-'),
    gender,
    address: {
      co: `${gender === 'F' ? 'D/O' : 'S/O'} ${pick(maleNames)} ${surname}`,
      house: String(1 + Math.floor(random() * 400)),
      street: pick(streets),
      loc: `Ward ${1 + Math.floor(random() * 40)}`,
      vtc: district.town,
      dist: district.name,
      state: district.state,
      country: 'India',
      pc: `${district.postalArea}${String(Math.floor(random() * 100)).padStart(2, '0')}`,
      po: district.town,
    },
    enrolledFinger: kind === '2' ? `finger of ${reference}` : defaultFinger,
    biometricsLocked: kind === '3',
    authorityAnswers: kind === '4' ? 'too-late' : kind === '5' ? 'garbage' : 'in-time',
  }
}

export function personById(idNumber: string): Person | undefined {
  const person = personByReference(`DBS${idNumber.slice(1, 6)}`)
  return person?.idNumber === idNumber ? person : undefined
}

/**
 * Returns the finger that the device's setting `finger` selects. A demo reference selects that person's enrolled
 * finger; any other text is the name of a finger.
 */
export function fingerNamed(name: string): string {
  return personByReference(name)?.enrolledFinger ?? name
}

const languages = ['en', 'hi', 'bn', 'mr', 'te', 'ta', 'gu', 'kn', 'or', 'ml', 'pa']

function idNumberOf(reference: string): string {
  const digits = reference.slice(3)
  const filler = String(Math.floor(seededRandom(`id number ${reference}`)() * 100_000)).padStart(5, '0')
  const body = `0${digits}${filler}`
  return body + verhoeffDigit(body)
}

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

const femaleNames =
  'Asha Bhavna Deepa Farida Geeta Jyoti Kavita Lata Manjula Nasreen Padma Radha Sunita Usha'.split(' ')

const maleNames =
  'Anil Balu Chandan Dinesh Ganesh Harish Irfan Joseph Kishore Mahesh Naveen Prakash Suresh Vijay'.split(' ')

const surnames =
  'Agarwal Bose Chauhan Das Fernandes Ghosh Hegde Joshi Khan Kulkarni Mishra Nair Patel Reddy Singh Yadav'.split(
    ' ',
  )

const streets =
  'Station Road, Temple Street, Market Lane, School Road, Canal Road, Gandhi Marg, Lake View Road'.split(', ')

const districts = [
  { name: 'Nashik', town: 'Sinnar', state: 'Maharashtra', postalArea: '4221' },
  { name: 'Mysuru', town: 'Hunsur', state: 'Karnataka', postalArea: '5711' },
  { name: 'Jaipur', town: 'Chomu', state: 'Rajasthan', postalArea: '3037' },
  { name: 'Madurai', town: 'Melur', state: 'Tamil Nadu', postalArea: '6251' },
  { name: 'Ernakulam', town: 'Aluva', state: 'Kerala', postalArea: '6831' },
  { name: 'Varanasi', town: 'Ramnagar', state: 'Uttar Pradesh', postalArea: '2210' },
  { name: 'Nadia', town: 'Ranaghat', state: 'West Bengal', postalArea: '7412' },
]
