import type { Language } from '@ekyc/contract/languages'
import type { Page } from '@playwright/test'

/**
 * Chooses a language as the agent does, even while a dialog is open. Reloads a page without a language menu, and the
 * log-in, whose menu loads another page.
 */
export async function showLanguage(page: Page, language: Language): Promise<void> {
  if (await hasMenu(page)) await page.evaluate(choose, language)
  else await loadIn(page, language)
}

export async function hasMenu(page: Page): Promise<boolean> {
  const isLogIn = (await page.locator('template#refusal').count()) > 0
  return !isLogIn && (await page.locator('[class*=language-menu_select]').count()) > 0
}

export async function loadIn(page: Page, language: Language): Promise<void> {
  await page.context().addCookies([{ name: 'language', value: language, url: page.url() }])
  await page.reload()
  await page.locator('h1').first().waitFor()
}

/** The function is sent to the page as text, so it uses nothing outside its body. */
export async function choose(language: string): Promise<void> {
  if (document.documentElement.lang === language) return
  // Waits for the option. The menu loads when the browser is idle, and the bank's languages load with its branding.
  const option = `[class*=language-menu_select] > option[value=${language}]`
  const select = await until(() => document.querySelector(option)?.closest('select'))
  select.value = language
  select.dispatchEvent(new Event('change', { bubbles: true }))
  await until(() => document.documentElement.lang === language)
  // Reading the cookie waits for its storing. A test that clears the browser's cookies sooner would be overtaken by it.
  await until(() => document.cookie.split('; ').includes(`language=${language}`))

  async function until<Found>(look: () => Found | null | undefined | false): Promise<Found> {
    for (let tries = 0; tries < 4000; tries += 1) {
      const found = look()
      if (found) return found
      await new Promise(resolve => setTimeout(resolve, 5))
    }
    throw new Error(`the page does not change to ${language}`)
  }
}
