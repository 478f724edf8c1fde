'use strict'

// This file runs on any version of Node, so it uses the syntax of 2010.

/** The oldest Node that can install packages and start the launcher. */
exports.leastForLauncher = '20.19.0'

/** The oldest Node that runs TypeScript by itself. */
exports.leastForPrograms = '22.18.0'

exports.nodeComplaint = function (version, least) {
  if (!exports.isOlder(version, least)) return ''
  return 'Node ' + least + ' or newer is needed, this is ' + version + '. Get one at https://nodejs.org'
}

exports.isOlder = function (version, least) {
  var have = version.replace('v', '').split('.')
  var need = least.split('.')
  for (var i = 0; i < 3; i++) {
    var difference = parseInt(have[i], 10) - parseInt(need[i], 10)
    if (difference !== 0) return difference < 0
  }
  return false
}
