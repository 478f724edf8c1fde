export const femaleNames =
  'Asha Bhavna Deepa Farida Geeta Jyoti Kavita Lata Manjula Nasreen Padma Radha Sunita Usha'.split(' ')

export const maleNames =
  'Anil Balu Chandan Dinesh Ganesh Harish Irfan Joseph Kishore Mahesh Naveen Prakash Suresh Vijay'.split(' ')

export const surnames =
  'Agarwal Bose Chauhan Das Fernandes Ghosh Hegde Joshi Khan Kulkarni Mishra Nair Patel Reddy Singh Yadav'.split(
    ' ',
  )

export const streets =
  'Station Road, Temple Street, Market Lane, School Road, Canal Road, Gandhi Marg, Lake View Road'.split(', ')

type District = { name: string; town: string; state: string; postalArea: string }

export const districts: readonly District[] = [
  { name: 'Nashik', town: 'Sinnar', state: 'Maharashtra', postalArea: '4221' },
  { name: 'Mysuru', town: 'Hunsur', state: 'Karnataka', postalArea: '5711' },
  { name: 'Jaipur', town: 'Chomu', state: 'Rajasthan', postalArea: '3037' },
  { name: 'Madurai', town: 'Melur', state: 'Tamil Nadu', postalArea: '6251' },
  { name: 'Ernakulam', town: 'Aluva', state: 'Kerala', postalArea: '6831' },
  { name: 'Varanasi', town: 'Ramnagar', state: 'Uttar Pradesh', postalArea: '2210' },
  { name: 'Nadia', town: 'Ranaghat', state: 'West Bengal', postalArea: '7412' },
]
