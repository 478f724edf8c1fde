/** The bank's staff at its identity provider: one person for each role of the console, and one without a role. */
export const staff = [
  { id: 'meera', name: 'Meera Iyer', role: 'viewer', work: 'branch head' },
  { id: 'neha', name: 'Neha Kulkarni', role: 'support', work: 'help desk' },
  { id: 'arjun', name: 'Arjun Rao', role: 'supervisor', work: 'agent operations' },
  { id: 'farah', name: 'Farah Siddiqui', role: 'auditor', work: 'internal audit' },
  { id: 'vikram', name: 'Vikram Shetty', role: 'security', work: 'fraud desk' },
  { id: 'ravi', name: 'Ravi Menon', role: undefined, work: 'a branch, without a role in the console' },
] as const
