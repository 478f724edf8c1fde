/** The troubleshooting answers of product.md section 8 and the two privacy texts of section 1. */
export const help = {
  'help.title': 'Help and privacy',
  'help.terms': 'Terms & Conditions',
  'help.home': 'Home',
  'help.troubleshooting': 'Troubleshooting',

  'help.1.question': 'My app is out of date. What should I do?',
  'help.1.answer': 'Uninstall the old app and download the updated one.',
  'help.2.question': 'The fingerprint fails. What can I try?',
  'help.2.answer':
    'Try again with the finger placed correctly and pressed neither too lightly nor too hard. Try another finger. Clean the scanner and the finger. If it still fails, send the customer to an identity center.',
  'help.3.question': 'The customer’s biometrics may be locked. How can I tell?',
  'help.3.answer':
    'Try another finger, or ask the customer to check the lock status on the national identity authority’s site.',
  'help.4.question': 'There is a device or key problem. How do I solve it?',
  'help.4.answer':
    'Unplug the device and restart the phone. Plug the device in again and open the device service app. Choose Update, then Key Rotation. Then try again.',
  'help.5.question': 'The device is not found. What should I do?',
  'help.5.answer':
    'Reinstall the fingerprint device service app from the store. The latest version is {version}.',
  'help.6.question': 'It still does not work. What next?',
  'help.6.answer': 'Restart the phone and log in again.',
  'help.7.question': 'None of this helped. What else can I do?',
  'help.7.answer': 'Reinstall the device service app, version {version}.',

  'privacy.eKyc.title': 'Privacy policy of the eKYC application',
  'privacy.eKyc.intro':
    'This policy is about {productName}, the eKYC application with which agents of {bankName} verify the identity of their customers.',
  'privacy.onboarding.title': 'Privacy Policy',
  'privacy.onboarding.brand': 'Customer Onboarding',
  'privacy.onboarding.intro':
    'This policy is about the customer onboarding portal, the site on which agents sign up new customers of the partner bank.',

  'privacy.stored.title': 'What we store about you',
  'privacy.stored.text': 'We store your name and your mobile number to authenticate you as a user.',
  'privacy.login.title': 'How you log in',
  'privacy.login.text': 'You log in with your mobile number and a password. Keep the password to yourself.',
  'privacy.sharing.title': 'Who we share it with',
  'privacy.sharing.text': 'We share the data with the partner bank, only to provide its services.',
  'privacy.cookies.title': 'Cookies',
  'privacy.cookies.text':
    'We use session cookies, which end with your visit, and persistent cookies, which keep you logged in until they expire.',
  'privacy.logs.title': 'Server logs',
  'privacy.logs.text': 'Our server logs note the type of the biometric device that you use.',
  'privacy.contact.title': 'Grievances and disputes',
  'privacy.contact.grievance': 'Grievance officer:',
  'privacy.contact.dispute': 'Dispute resolution:',
  'privacy.agreement.title': 'Your agreement',
  'privacy.agreement.text': 'By using this site you confirm that you agree to this policy.',
}
