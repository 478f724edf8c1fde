import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'

import { setTexts, t } from './t.ts'
import { ownTexts as english } from './texts.ts'
import { withEnglish } from './untranslated.ts'

afterEach(() => setTexts(english))

function loadAlmostNothing(): void {
  setTexts(withEnglish({ 'shared.back': 'பின்' }, english))
}

test('a text that the language lacks is shown in English, and its element says so', () => {
  loadAlmostNothing()
  render(<p>{t('copy.done')}</p>)
  expect(screen.getByText('Copied').outerHTML).toBe('<p lang="en">Copied</p>')
})

test('a text that the language has is shown without a mark', () => {
  loadAlmostNothing()
  render(<p>{t('shared.back')}</p>)
  expect(screen.getByText('பின்').outerHTML).toBe('<p>பின்</p>')
})

test('an English part of a longer content is marked alone', () => {
  loadAlmostNothing()
  const { container } = render(
    <p>
      {t('shared.back')} {t('copy.done')}: <b>{`${t('shared.back')} (${t('frame.tryAgain')})`}</b>
    </p>,
  )
  expect(container.innerHTML).toBe(
    '<p>பின் <span lang="en">Copied</span>: <b>பின் (<span lang="en">Try again</span>)</b></p>',
  )
})

test('a fragment marks its English texts, and a value keeps its place in an English text', () => {
  loadAlmostNothing()
  const { container } = render(<>{t('shared.itemsBelow', { count: 3 })}</>)
  expect(container.innerHTML).toBe('<span lang="en">3 more below</span>')
})

test('an option says that it is English, and one that names a language keeps that language', () => {
  loadAlmostNothing()
  const { container } = render(
    <select>
      <option>{t('shared.password.show')}</option>
      <option lang="ta">{t('shared.password.hide')}</option>
    </select>,
  )
  expect([...container.querySelectorAll('option')].map(({ lang }) => lang)).toEqual(['en', 'ta'])
})

test('an accessible name keeps the language of its element beside English content', () => {
  loadAlmostNothing()
  render(<button aria-label={t('shared.back')}>{t('copy.done')}</button>)
  expect(screen.getByRole('button', { name: 'பின்' }).innerHTML).toBe('<span lang="en">Copied</span>')
})

test('the pages of the build mark English as well', () => {
  loadAlmostNothing()
  expect(renderToString(<p>{t('copy.done')}</p>)).toBe('<p lang="en">Copied</p>')
})
