import { deviceRegistry, type Vendor } from '@ekyc/rd-simulator/registry'

import { demoIdPrefix, demoRole } from '../../../server/src/database/agents/demo-agents.ts'

const pune = place('Pune Camp', 'Anita Deshpande', 'Pune 411001, Maharashtra')
const nashik = place('Nashik Road', 'Prakash Sonawane', 'Nashik 422101, Maharashtra')
const thane = place('Thane West', 'Ruth Fernandes', 'Thane 400601, Maharashtra')

const usual = {
  hasPassword: true,
  role: 'DBS_AGENT',
  withheld: [] as string[],
  outlet: '',
  scanner: 'mantra' as Vendor,
  /** An agent with orders a day has new ones at each start of the demo, and while it runs. */
  ordersADay: 0,
  failing: 0.14,
  isDisabled: false,
}
const working = { ordersADay: 9 }
const failing = { ...working, scanner: 'startek', failing: 0.4 } as const

const named: [name: string, place: typeof pune, differs?: Partial<typeof usual>][] = [
  // The agents of decisions.md section 5, whom README names.
  ['Asha Verma', pune],
  ['Ravi Kumar', pune, { hasPassword: false }],
  ['Meena Iyer', pune, { role: demoRole }],
  ['Imran Shaikh', pune, { withheld: ['DO_EKYC_APP'] }],
  ['Lakshmi Nair', pune],
  // The agents who give the bank's people something to see (demo-cases.ts).
  ['Deepa Joshi', pune, { ...working, outlet: 'Camp Market' }],
  ['Suresh Patil', pune, { ...failing, outlet: 'Camp Market' }],
  ['Fatima Khan', pune, working],
  ['Vijay Pawar', nashik, { ...working, outlet: 'Nashik Station' }],
  ['Rekha Gaikwad', nashik, { ...working, outlet: 'Nashik Station' }],
  ['Anil Shinde', nashik, working],
  ['Pooja Salvi', nashik, failing],
  ['Manoj Bhosale', nashik],
  ['Shabana Ansari', nashik, working],
  ['Kiran Jadhav', thane],
  ['Lata Mhatre', thane, working],
  ['Nitin Wagh', thane, { isDisabled: true }],
  ['Sunita Kale', thane, working],
  ['Rahul Chavan', thane, failing],
  ['Geeta Thorat', thane, working],
]

export const demoAgents = named.map(([name, at, differs], index) => ({
  id: demoIdPrefix + String(index + 1).padStart(12, '0'),
  number: index + 1,
  mobile: String(9_000_000_001 + index),
  name,
  ...at,
  ...usual,
  ...differs,
}))
export type DemoAgent = (typeof demoAgents)[number]

export function demoAgent(name: string): DemoAgent {
  const agent = demoAgents.find(one => one.name === name)
  if (!agent) throw new Error(`no demo agent is called ${name}`)
  return agent
}

export function scannerOf({ number, scanner }: DemoAgent) {
  const { dpId, rdsId, rdsVers, mi } = deviceRegistry[scanner]
  return { dpId, rdsId, rdsVer: rdsVers[0], mi, unit: String(number).padStart(2, '0').repeat(16) }
}

function place(branch: string, supervisor: string, addressLine2: string) {
  return { branch, supervisor, addressLine2 }
}
