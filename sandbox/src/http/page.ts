/** Lays out a page of the sandbox: readable on a phone, light or dark, and distinct from the product. */
export function page(options: { title: string; body: string; script?: string }): string {
  const script = options.script ? `<script>${options.script}</script>` : ''
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(options.title)} – Sandbox</title>
<style>${style}</style>
</head>
<body>
<header><a href="/">Sandbox</a> <nav aria-label="Sandbox"><a href="/sms">SMS inbox</a> <a href="/control">Control</a></nav></header>
<main>
<h1>${escapeHtml(options.title)}</h1>
${options.body}
</main>
<footer>Stands in for the outside world. People, numbers and fingerprints here are invented.</footer>
${script}
</body>
</html>
`
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

const style = `
:root { color-scheme: light dark; --ink: #1c2430; --quiet: #566070; --paper: #f7f8fa; --card: #fff; --line: #d5dae2; --brand: #1d4f91 }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ecf2; --quiet: #a3adbb; --paper: #12161c; --card: #1b212a; --line: #343d4a; --brand: #8db8f2 } }
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 760px; padding: 16px; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper) }
header { display: flex; justify-content: space-between; gap: 16px; flex-wrap: wrap; border-bottom: 1px solid var(--line); padding-bottom: 8px }
nav { display: flex; gap: 16px }
a { color: var(--brand) }
h1 { font-size: 28px; line-height: 1.2; margin: 24px 0 16px }
h2 { font-size: 20px; margin: 0 0 8px }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 16px; margin: 0 0 16px }
.quiet, footer { color: var(--quiet); font-size: 14px }
footer { border-top: 1px solid var(--line); margin-top: 32px; padding-top: 8px }
ul.plain { list-style: none; margin: 0; padding: 0 }
.message p { margin: 4px 0 0; overflow-wrap: anywhere }
.field { display: grid; grid-template-columns: minmax(120px, 200px) 1fr; gap: 4px 16px; align-items: center; margin: 0 0 8px }
.field .quiet { grid-column: 2 }
@media (max-width: 480px) { .field { grid-template-columns: 1fr } .field .quiet { grid-column: 1 } }
input, select, button { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 8px 12px; min-height: 44px }
input[type=checkbox] { width: 24px; min-height: 24px; height: 24px }
button { border-color: var(--brand); color: var(--brand); cursor: pointer }
button.main { background: var(--brand); color: var(--card) }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px }
code { overflow-wrap: anywhere }
`
