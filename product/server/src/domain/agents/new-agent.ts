import { tidyDetails, type AgentDetails, type GivenDetails } from '@ekyc/contract/console/sheet-lines'

import { newId } from '../new-id.ts'

export function newAgent(details: GivenDetails, at: Date): AgentDetails & { id: string; createdOn: Date } {
  return { ...tidyDetails(details), id: newId(at), createdOn: at }
}
