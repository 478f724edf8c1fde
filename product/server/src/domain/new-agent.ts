import { tidyDetails, type AgentDetails } from '@ekyc/contract/console/sheet-lines'

import { newId } from './new-id.ts'

export function newAgent(details: AgentDetails, at: Date): AgentDetails & { id: string; createdOn: Date } {
  return { ...tidyDetails(details), id: newId(at), createdOn: at }
}
