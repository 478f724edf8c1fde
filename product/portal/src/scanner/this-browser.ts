type BrowserKind = 'chrome' | 'edge' | 'firefox' | 'safari' | 'other'

type ThisBrowser = {
  kind: BrowserKind
  name: string
  /** True on phones and tablets, where no page can reach a device service. */
  isPhone: boolean
}

type BrowserFacts = { userAgent: string; userAgentData?: { brands?: readonly Brand[]; mobile?: boolean } }
type Brand = { brand: string; version: string }

export function thisBrowser(browser: BrowserFacts = navigator): ThisBrowser {
  const isPhone = browser.userAgentData?.mobile === true || /Android|iPhone|iPad|iPod/.test(browser.userAgent)
  return { ...namedBrowser(browser), isPhone }
}

function namedBrowser(browser: BrowserFacts): Omit<ThisBrowser, 'isPhone'> {
  const brands = (browser.userAgentData?.brands ?? []).filter(({ brand }) => !/not.*brand/i.test(brand))
  const product = brands.find(({ brand }) => brand !== 'Chromium') ?? brands[0]
  if (product) return { kind: kindOfBrand(product.brand), name: `${product.brand} ${product.version}` }
  for (const { kind, name, sign } of signs) {
    const version = sign.exec(browser.userAgent)?.[1]
    if (version !== undefined) return { kind, name: `${name} ${version}` }
  }
  return { kind: 'other', name: 'Other' }
}

function kindOfBrand(brand: string): BrowserKind {
  if (/edge/i.test(brand)) return 'edge'
  return /chrom/i.test(brand) ? 'chrome' : 'other'
}

/** The order matters: Edge and Opera say 'Chrome' too, Chrome says 'Safari', and each iPhone runs Safari's engine. */
const signs: readonly { kind: BrowserKind; name: string; sign: RegExp }[] = [
  { kind: 'safari', name: 'Safari', sign: /(?:iPhone|iPad|iPod).* OS (\d+)/ },
  { kind: 'edge', name: 'Edge', sign: /Edg[A-Za-z]*\/(\d+)/ },
  { kind: 'other', name: 'Opera', sign: /OPR\/(\d+)/ },
  { kind: 'other', name: 'Samsung Internet', sign: /SamsungBrowser\/(\d+)/ },
  { kind: 'firefox', name: 'Firefox', sign: /Firefox\/(\d+)/ },
  { kind: 'chrome', name: 'Chrome', sign: /Chrom(?:e|ium)\/(\d+)/ },
  { kind: 'safari', name: 'Safari', sign: /Version\/(\d+).*Safari/ },
]
