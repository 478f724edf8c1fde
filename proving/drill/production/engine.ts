import { Complaint } from '../../../scripts/complaint.ts'
import { sh } from './sh.ts'

/** @throws Complaint if Docker or its compose plugin does not answer */
export async function ensureEngine(): Promise<void> {
  for (const command of ['docker info', 'docker compose version'])
    if ((await sh(command)).code !== 0)
      throw new Complaint(
        `'${command}' fails: the drill needs a Docker engine with its compose plugin, and the right to use it.`,
      )
}
