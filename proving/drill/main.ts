import { Complaint, exitWith } from '../../scripts/complaint.ts'

/**
 * Runs the drill that the first word names. The other words are the drill's own.
 *
 *   npm run drill -- production [--only=kyc,restart,back-up] [keep]
 *   npm run drill -- cluster [--only=journey,tests] [-- FILE …]
 */
const [name = ''] = process.argv.splice(2, 1)
if (name === 'production' || name === 'cluster') await import(`./${name}.ts`)
else exitWith(new Complaint('Usage: npm run drill -- production | cluster'))
