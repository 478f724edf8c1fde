export const agents = {
  'profile.title': 'Profile',
  'profile.name': 'Name',
  'profile.mobile': 'Mobile',
  'profile.email': 'Email',
  'profile.location': 'Location',
  'profile.changePassword': 'Change Password',
  'profile.changeSends': 'Opening it sends an SMS with an OTP to your mobile.',
  'profile.unknown': 'NA',
}
