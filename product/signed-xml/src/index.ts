export {
  BrokenAnswer,
  childOf,
  childrenOf,
  decodeUtf8,
  parseBase64,
  readRootElement,
  textOf,
  type XmlElement,
} from './read-xml.ts'
export { canonicalXml, createXmlSigner, escapedAttribute, escapedText, readSignedXml } from './signed-xml.ts'
