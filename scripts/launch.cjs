'use strict'

// Most npm scripts start here, on any version of Node, so this file uses the syntax of 2010.
//
//   node scripts/launch.cjs [--no-install] PROGRAM [ARGUMENT …]
var nodeVersion = require('./node-version.cjs')

var complaint = nodeVersion.nodeComplaint(process.version, nodeVersion.leastForLauncher)
if (complaint) {
  console.error(complaint)
  process.exit(1)
}
require('./run-on-node-24.cjs')
