import type { Page } from '@playwright/test'

/** Fills up with every address outside the site that the page calls: by navigation, fetch, beacon or socket. */
export function callsElsewhere(page: Page, site: string): string[] {
  const calls: string[] = []
  const add = (address: string) => {
    if (!address.startsWith(`${site}/`)) calls.push(address)
  }
  page.context().on('request', (request) => add(request.url()))
  page.on('websocket', (socket) => add(socket.url()))
  return calls
}
