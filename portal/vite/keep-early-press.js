let didNotLoad = false
addEventListener('submit', event => {
  // Without the script the form goes to the server, which answers with the page and the number in it.
  if (event.defaultPrevented || didNotLoad) return
  event.preventDefault()
  window.earlyPress = event.submitter
  event.submitter?.setAttribute('aria-busy', 'true')
})
addEventListener(
  'error',
  event => {
    if (event.target.localName !== 'script') return
    didNotLoad = true
    window.earlyPress?.removeAttribute('aria-busy')
    document.getElementById('did-not-load').hidden = false
  },
  true,
)
