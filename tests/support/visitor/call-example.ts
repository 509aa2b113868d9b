import type { Page } from '@playwright/test'

export const callExampleOf = (page: Page) => page.getByRole('figure', { name: /^Example/ })

/** However slow this machine is, the example call then does not end during a test. */
export const slowDownCall = (page: Page) =>
  callExampleOf(page).evaluate((figure) => {
    for (const animation of figure.getAnimations({ subtree: true }))
      animation.updatePlaybackRate(0.01)
  })
