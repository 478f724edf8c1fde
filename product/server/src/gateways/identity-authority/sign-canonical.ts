import { createHash, type X509Certificate } from 'node:crypto'

import type { PrivateRsaKey } from '../private-keys/private-rsa-key.ts'

/** Signs a document in canonical form (XML-C14N 1.0) that uses no prefixes. */
export type Sign = (canonical: string) => Promise<string>

/**
 * Returns a function that adds an enveloped RSA-SHA256 signature over the whole document as the last child of the root.
 * The digest covers the text as the server wrote it, so signing needs no parser. A general library takes ten times as
 * long.
 */
export function createSigner(key: Pick<PrivateRsaKey, 'sign'>, certificate: X509Certificate): Sign {
  const keyInfo = `<KeyInfo><X509Data><X509Certificate>${certificate.raw.toString('base64')}</X509Certificate></X509Data></KeyInfo>`
  return async canonical => {
    const digest = createHash('sha256').update(canonical).digest('base64')
    // The canonical form of SignedInfo declares the namespace, which SignedInfo inherits inside the document.
    const value = await key.sign(Buffer.from(signedInfo(digest, namespace)))
    const signature = `<Signature${namespace}>${signedInfo(digest)}<SignatureValue>${value.toString('base64')}</SignatureValue>${keyInfo}</Signature>`
    const end = canonical.lastIndexOf('</')
    return canonical.slice(0, end) + signature + canonical.slice(end)
  }
}

const namespace = ' xmlns="http://www.w3.org/2000/09/xmldsig#"'

function signedInfo(digest: string, declared = ''): string {
  return (
    `<SignedInfo${declared}>` +
    '<CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"></CanonicalizationMethod>' +
    '<SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></SignatureMethod>' +
    '<Reference URI=""><Transforms>' +
    '<Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"></Transform></Transforms>' +
    '<DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></DigestMethod>' +
    `<DigestValue>${digest}</DigestValue></Reference></SignedInfo>`
  )
}
