/** The texts of the support contact. They have their own file because the log-in shows them too. */
export const support = {
  'support.call': 'Support:',
  'support.whatsApp': 'WhatsApp',
}
