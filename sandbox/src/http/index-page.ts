import { page } from './page.ts'

/** The page at the sandbox's address: its parts and the demo references. */
export function indexPage(devicePorts: readonly number[]): string {
  const device = devicePorts.length > 0 ? `127.0.0.1, port ${devicePorts.join(', ')}` : 'off'
  return page({
    title: 'Sandbox',
    body: `
<p>Stands in for everything outside the product, each on its real protocol, on this computer only.</p>
<div class="card"><h2><a href="/sms">SMS inbox</a></h2><p>The text messages that agents get, one-time passwords among them. As JSON: <a href="/sms/messages">/sms/messages</a></p></div>
<div class="card"><h2><a href="/control">Control</a></h2><p>Which finger lies on the scanner, what the device, the authority, the bank and the SMS provider do wrong.</p></div>
<div class="card"><h2>Identity authority</h2><p>e-KYC 2.5 under <code>/authority/kyc/2.5/…</code>; what was asked: <a href="/authority/requests">/authority/requests</a></p></div>
<div class="card"><h2>Partner bank</h2><p>References and results under <code>/bank/…</code>; what arrived: <a href="/bank/kyc-results">/bank/kyc-results</a></p></div>
<div class="card"><h2>Fingerprint device service</h2><p>RD service 2.0 on ${device}; a capture as an order takes it: <a href="/device/capture">/device/capture</a></p></div>
<div class="card"><h2>Demo references</h2><ul>
<li><strong>DBS1xxxx</strong> (DBS10001): the finger that the device presents by default is enrolled</li>
<li><strong>DBS2xxxx</strong>: another finger is enrolled, so it is refused with 300 until that finger lies on the scanner</li>
<li><strong>DBS3xxxx</strong>: biometrics locked (330)</li>
<li><strong>DBS4xxxx</strong>: the authority answers too late</li>
<li><strong>DBS5xxxx</strong>: the authority answers garbage</li>
</ul></div>`,
  })
}
