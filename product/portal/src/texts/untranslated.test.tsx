import { render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'

import english from './en.ts'
import { setTexts, t } from './t.ts'
import { withEnglish } from './untranslated.ts'

afterEach(() => setTexts(english))

/** Loads a language that has a text for 'profile.name' alone. */
function loadAlmostNothing(): void {
  setTexts(withEnglish({ 'profile.name': 'பெயர்' }, english))
}

test('a text that the language lacks is shown in English, and its element says so', () => {
  loadAlmostNothing()
  render(<p>{t('profile.mobile')}</p>)
  expect(screen.getByText('Mobile').outerHTML).toBe('<p lang="en">Mobile</p>')
})

test('a text that the language has is shown without a mark', () => {
  loadAlmostNothing()
  render(<p>{t('profile.name')}</p>)
  expect(screen.getByText('பெயர்').outerHTML).toBe('<p>பெயர்</p>')
})

test('an English part of a longer content is marked alone', () => {
  loadAlmostNothing()
  const { container } = render(
    <p>
      {t('profile.name')} {t('profile.mobile')}: <b>{`${t('profile.name')} (${t('profile.email')})`}</b>
    </p>,
  )
  expect(container.innerHTML).toBe(
    '<p>பெயர் <span lang="en">Mobile</span>: <b>பெயர் (<span lang="en">Email</span>)</b></p>',
  )
})

test('a fragment marks its English texts, and a value keeps its place in an English text', () => {
  loadAlmostNothing()
  const { container } = render(<>{t('orders.count', { count: 3 })}</>)
  expect(container.innerHTML).toBe('<span lang="en">Orders: 3</span>')
})

test('an option says that it is English, and one that names a language keeps that language', () => {
  loadAlmostNothing()
  const { container } = render(
    <select>
      <option>{t('orders.filter.select')}</option>
      <option lang="ta">{t('language.draft', { name: 'தமிழ்' })}</option>
    </select>,
  )
  expect([...container.querySelectorAll('option')].map(({ lang }) => lang)).toEqual(['en', 'ta'])
})

test('an accessible name keeps the language of its element beside English content', () => {
  loadAlmostNothing()
  render(<button aria-label={t('profile.name')}>{t('profile.mobile')}</button>)
  expect(screen.getByRole('button', { name: 'பெயர்' }).innerHTML).toBe('<span lang="en">Mobile</span>')
})

test('the pages of the build mark English as well', () => {
  loadAlmostNothing()
  expect(renderToString(<p>{t('profile.mobile')}</p>)).toBe('<p lang="en">Mobile</p>')
})
