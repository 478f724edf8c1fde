import { texts } from '../t.ts'

export const t = texts({
  'profile.title': 'Profile',
  'profile.name': 'Name',
  'profile.mobile': 'Mobile',
  'profile.email': 'Email',
  'profile.location': 'Location',
  'profile.changePassword': 'Change Password',
  'profile.unknown': 'NA',
})
