import { act, screen, waitFor, within } from '@testing-library/react'
import { user } from '@ekyc/ui/testing/user.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { useBranding, type Branding, type ConsentText } from '../../api/branding.ts'
import { readyDevice } from '../../testing/device-answers.ts'
import { eachTestsNetwork, renderScreen, signedInAgent } from '../../testing/portal.tsx'
import { openedAt } from '@ekyc/ui/testing/opened-at.ts'
import { useLanguage } from '@ekyc/ui/texts/language.ts'
import { DoKycPage } from './do-kyc-page.tsx'
import { openOrder } from '../../testing/orders.ts'

const before: ConsentText = {
  purpose: 'The purpose',
  sharing: 'The sharing',
  alternatives: 'The alternatives',
}
const english: ConsentText = {
  ...before,
  data: 'The data',
  withdrawal: 'The withdrawal',
  headings: { data: 'Which', purpose: 'Why', sharing: 'Who', alternatives: 'Refuse', withdrawal: 'Undo' },
}
const hindi: ConsentText = { ...english, purpose: 'उद्देश्य' }
const tamil: ConsentText = {
  data: 'விவரம்',
  purpose: 'நோக்கம்',
  sharing: 'பகிர்வு',
  alternatives: 'மறுப்பு',
  withdrawal: 'திரும்ப',
  headings: { data: 'எந்த', purpose: 'என்ன', sharing: 'யார்', alternatives: 'எப்படி', withdrawal: 'எப்போது' },
}

const network = eachTestsNetwork(() => {
  openedAt('http://localhost:3000/do-kyc')
  network.plugIn(11100, readyDevice())
  signedInAgent({ prepareOrderResponse: openOrder })
})
afterEach(() => useLanguage.setState({ language: 'en' }))

function open({ mode = 'tick', texts, ...others }: Partial<Branding['consent']> = {}) {
  useBranding.setState({
    consent: { mode, version: '7', texts: texts ?? { en: english, hi: hindi, ta: tamil }, ...others },
  })
  return renderScreen(<DoKycPage />)
}

const language = () => screen.getByLabelText<HTMLSelectElement>('Customer’s language')
const tick = () => screen.getByRole<HTMLInputElement>('checkbox')
const press = (name: string) => user.click(screen.getByRole('button', { name }))
const proceed = async () => {
  await user.click(await screen.findByRole('button', { name: 'Proceed' }))
  await waitFor(() => expect(network.sent('submitOrder')).toHaveLength(1))
  return network.sent('submitOrder')[0]
}

describe('[rule 16] the language of a customer’s consent', () => {
  test('is chosen among the bank’s own, each named in itself', () => {
    open()
    const options = within(language()).getAllByRole<HTMLOptionElement>('option')
    expect(options.map(({ value, lang, text }) => [value, lang, text])).toEqual([
      ['en', 'en', 'English'],
      ['hi', 'hi', 'हिन्दी'],
      ['ta', 'ta', 'தமிழ்'],
    ])
  })

  test.each([
    ['hi', 'hi'],
    ['bn', 'en'],
  ] as const)('is at first %s, the agent’s own, or else English: %s', (ofPage, shown) => {
    useLanguage.setState({ language: ofPage })
    open()
    expect(language().value).toBe(shown)
  })

  test('changes the text, which says its language, and stays for the next customer', async () => {
    const { unmount } = open()
    await user.selectOptions(language(), 'ta')
    expect(screen.getByText('நோக்கம்').closest('[lang]')?.getAttribute('lang')).toBe('ta')
    expect(screen.getByText('என்ன').tagName).toBe('H3')
    expect(screen.queryByText('The purpose')).toBeNull()
    expect(screen.getByText('This translation is a draft. The bank has not approved it yet.')).toBeTruthy()
    unmount()
    open()
    expect(language().value).toBe('ta')
  })

  test('may be one that the portal does not speak: its text alone runs from right to left', async () => {
    const urdu: ConsentText = { ...english, purpose: 'شناخت کی تصدیق' }
    open({ texts: { en: english, hi: hindi, ur: urdu }, approved: ['ur'] })
    await user.selectOptions(language(), 'ur')
    const items = screen.getByText('شناخت کی تصدیق').closest('[lang]')
    expect([items?.getAttribute('lang'), items?.getAttribute('dir')]).toEqual(['ur', 'rtl'])
    expect(document.querySelectorAll('[dir=rtl]')).toHaveLength(1)
    await user.click(tick())
    await press('Capture Fingerprint')
    expect((await proceed())?.['consent']).toEqual({
      version: '7',
      language: 'ur',
      givenOn: expect.stringMatching(/^\d{4}-.*Z$/),
    })
  })

  test('has its direction from its letters, since Sindhi is written in two scripts', async () => {
    const sindhi: ConsentText = { ...english, purpose: 'सुञाणप जी पक' }
    open({ texts: { en: english, sd: sindhi } })
    await user.selectOptions(language(), 'sd')
    expect(screen.getByText('सुञाणप जी पक').closest('[lang]')?.getAttribute('dir')).toBeNull()
  })

  test('is no draft once the bank has approved its text', async () => {
    open({ approved: ['ta'] })
    await user.selectOptions(language(), 'ta')
    expect(screen.queryByText(/is a draft/)).toBeNull()
    await user.selectOptions(language(), 'hi')
    expect(screen.getByText(/is a draft/)).toBeTruthy()
  })

  test('clears the tick when it is changed, since the customer has not heard that text', async () => {
    open()
    await user.click(tick())
    await user.selectOptions(language(), 'hi')
    expect(tick().checked).toBe(false)
    await user.selectOptions(language(), 'en')
    expect(tick().checked).toBe(false)
  })

  test('clears the tick when another page language changes the text', async () => {
    open()
    await user.click(tick())
    act(() => useLanguage.setState({ language: 'hi' }))
    expect(screen.getByText('उद्देश्य')).toBeTruthy()
    expect(tick().checked).toBe(false)
  })

  test('goes with the consent to a notice, even if it is changed after the scan', async () => {
    open({ mode: 'notice' })
    await press('Capture Fingerprint')
    await screen.findByRole('button', { name: 'Proceed' })
    await user.selectOptions(language(), 'ta')
    expect(await proceed()).toMatchObject({ consent: { version: '7', language: 'ta' } })
  })
})

test('a branding file of before, in one language, without headings and two of the texts, is shown as it is', () => {
  open({ texts: { en: before } })
  expect(screen.getByText('The alternatives')).toBeTruthy()
  expect(screen.queryByRole('heading', { level: 3 })).toBeNull()
  expect(screen.queryByLabelText('Customer’s language')).toBeNull()
  expect(screen.queryByText(/is a draft/)).toBeNull()
})

describe('reading aloud', () => {
  const voices: Partial<SpeechSynthesisVoice>[] = []
  const speech = Object.assign(new EventTarget(), {
    getVoices: () => voices,
    speak: vi.fn<(utterance: SpeechSynthesisUtterance) => void>(),
    cancel: vi.fn<() => void>(),
  })
  const said = () => speech.speak.mock.calls.map(([utterance]) => utterance)
  const isOffered = () => screen.queryByRole('button', { name: 'Read aloud' }) !== null
  beforeEach(() => {
    voices.length = 0
    speech.speak.mockClear()
    speech.cancel.mockClear()
    vi.stubGlobal('speechSynthesis', speech)
    vi.stubGlobal(
      'SpeechSynthesisUtterance',
      class extends EventTarget {
        text: string
        constructor(text: string) {
          super()
          this.text = text
        }
      },
    )
  })
  const bring = (lang: string) =>
    act(() => {
      voices.push({ lang })
      speech.dispatchEvent(new Event('voiceschanged'))
    })

  test('is offered where the browser has a voice of the text’s language, whenever that voice arrives', async () => {
    open()
    expect(isOffered()).toBe(false)
    bring('ta_IN')
    expect(isOffered()).toBe(false)
    await user.selectOptions(language(), 'ta')
    expect(isOffered()).toBe(true)
  })

  test('reads every item by a voice of India, does not tick, and stops at a second press', async () => {
    open()
    bring('en-US')
    bring('en-IN')
    await press('Read aloud')
    const items = [
      'Which',
      'The data',
      'Why',
      'The purpose',
      'Who',
      'The sharing',
      'Refuse',
      'The alternatives',
    ]
    expect(said().map(({ text }) => text)).toEqual([...items, 'Undo', 'The withdrawal'])
    expect(said().map(({ lang }) => lang)).toEqual(said().map(() => 'en-IN'))
    expect(tick().checked).toBe(false)
    speech.cancel.mockClear()
    await press('Stop reading')
    expect(speech.cancel).toHaveBeenCalledOnce()
    expect(isOffered()).toBe(true)
  })

  test('[control 7] the consent keeps how it was told in its own language: in large print, read aloud', async () => {
    open()
    bring('en-IN')
    bring('ta-IN')
    await press('Read aloud')
    await user.selectOptions(language(), 'ta')
    await press('Show to the customer')
    act(() => void screen.getByRole('dialog').dispatchEvent(new Event('cancel', { cancelable: true })))
    await press('Read aloud')
    await user.click(tick())
    await press('Capture Fingerprint')
    expect(await proceed()).toMatchObject({ consent: { language: 'ta', ways: ['large', 'aloud'] } })
  })

  test('stops when the language changes and when the screen is left', async () => {
    const { unmount } = open()
    bring('en-IN')
    bring('hi-IN')
    await press('Read aloud')
    speech.cancel.mockClear()
    await user.selectOptions(language(), 'hi')
    expect(speech.cancel).toHaveBeenCalled()
    await press('Read aloud')
    speech.cancel.mockClear()
    unmount()
    expect(speech.cancel).toHaveBeenCalled()
  })
})
