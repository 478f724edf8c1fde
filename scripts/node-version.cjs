'use strict'

// Loaded before every command (`node -r`), on whatever Node there is: so this file keeps to the syntax of 2010.

/** The sentence for a Node that is too old, or '' for one that will do. `wanted` is package.json's engines.node. */
exports.nodeComplaint = function (version, wanted) {
  var least = wanted.replace('>=', '')
  if (!isOlder(version.replace('v', ''), least)) return ''
  return 'Node ' + least + ' or newer is needed, this is ' + version + '. Get one at https://nodejs.org'
}

function isOlder(version, least) {
  var have = version.split('.')
  var need = least.split('.')
  for (var i = 0; i < 3; i++) {
    var difference = parseInt(have[i], 10) - parseInt(need[i], 10)
    if (difference !== 0) return difference < 0
  }
  return false
}

var complaint = exports.nodeComplaint(process.version, require('../package.json').engines.node)
if (complaint) {
  console.error(complaint)
  process.exit(1)
}
