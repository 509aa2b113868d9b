import { freePort } from '../support/ports'
import { type RawResponse, rawRequest, sendRaw } from '../support/raw-http'
import { startSite } from '../support/site'
import { expect, test } from '../support/test'

test('requests that arrive while the server starts are filtered', async ({ receiver }) => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const starting = startSite(receiver, { PORT: String(port), CLIENT_ADDRESS: 'direct' })
  const requests = [
    rawRequest(url, { method: 'OPTIONS', path: '*' }),
    rawRequest(url, { method: 'GET', path: '/', headers: { rsc: '1' } }),
  ]
  const answers: Promise<RawResponse[]>[] = []
  let ended = false
  const site = starting.finally(() => {
    ended = true
  })
  // From before the server listens until it is ready.
  while (!ended) {
    answers.push(Promise.all(requests.map((request) => sendRaw(url, request))))
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const heard = (await Promise.all(answers)).filter((pair) => pair[0]?.status !== 'closed')
  await (await site).stop()
  expect(heard.length).toBeGreaterThan(0)
  for (const [options, flight] of heard) {
    expect(options?.status).toBe(405)
    expect(flight?.head).toMatch(/content-type: text\/html/i)
  }
})
