addEventListener('submit', event => {
  if (event.defaultPrevented) return
  event.preventDefault()
  window.earlyPress = event.submitter
  event.submitter?.setAttribute('aria-busy', 'true')
})
