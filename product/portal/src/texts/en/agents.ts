export const agents = {
  'profile.title': 'Profile',
  'profile.name': 'Name',
  'profile.mobile': 'Mobile',
  'profile.email': 'Email',
  'profile.location': 'Location',
  'profile.changePassword': 'Change Password',
  'profile.unknown': 'NA',
}
