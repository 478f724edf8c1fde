/** Common names and towns; a person made of them is invented. */
type Names = readonly [string, ...string[]]

export const femaleNames: Names = [
  'Asha',
  'Bhavna',
  'Deepa',
  'Farida',
  'Geeta',
  'Jyoti',
  'Kavita',
  'Lata',
  'Manjula',
  'Nasreen',
  'Padma',
  'Radha',
  'Sunita',
  'Usha',
]

export const maleNames: Names = [
  'Anil',
  'Balu',
  'Chandan',
  'Dinesh',
  'Ganesh',
  'Harish',
  'Irfan',
  'Joseph',
  'Kishore',
  'Mahesh',
  'Naveen',
  'Prakash',
  'Suresh',
  'Vijay',
]

export const surnames: Names = [
  'Agarwal',
  'Bose',
  'Chauhan',
  'Das',
  'Fernandes',
  'Ghosh',
  'Hegde',
  'Joshi',
  'Khan',
  'Kulkarni',
  'Mishra',
  'Nair',
  'Patel',
  'Reddy',
  'Singh',
  'Yadav',
]

export const streets: Names = [
  'Station Road',
  'Temple Street',
  'Market Lane',
  'School Road',
  'Canal Road',
  'Gandhi Marg',
  'Lake View Road',
]

type District = { name: string; town: string; state: string; postalArea: string }

export const districts: readonly [District, ...District[]] = [
  { name: 'Nashik', town: 'Sinnar', state: 'Maharashtra', postalArea: '4221' },
  { name: 'Mysuru', town: 'Hunsur', state: 'Karnataka', postalArea: '5711' },
  { name: 'Jaipur', town: 'Chomu', state: 'Rajasthan', postalArea: '3037' },
  { name: 'Madurai', town: 'Melur', state: 'Tamil Nadu', postalArea: '6251' },
  { name: 'Ernakulam', town: 'Aluva', state: 'Kerala', postalArea: '6831' },
  { name: 'Varanasi', town: 'Ramnagar', state: 'Uttar Pradesh', postalArea: '2210' },
  { name: 'Nadia', town: 'Ranaghat', state: 'West Bengal', postalArea: '7412' },
]
