import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

/**
 * Runs one function of a Vercel build as a process: `node vercel-function.mjs FOLDER HANDLER web|node`. Tells its parent
 * the port on which it listens, and when a request and all that it has passed to `waitUntil` are done.
 */
const [, , folder = '', handlerFile = '', api = ''] = process.argv

const context = new AsyncLocalStorage()
// Next.js finds `waitUntil` here.
Reflect.set(globalThis, Symbol.for('@vercel/request-context'), { get: () => context.getStore() })

const handler = createRequire(join(folder, 'any.js'))(join(folder, handlerFile))

const server = createServer(async (request, response) => {
  /** @type {Promise<unknown>[]} */
  const background = []
  const waitUntil = (/** @type {Promise<unknown>} */ work) => void background.push(work)
  const closed = once(response, 'close')
  try {
    await context.run({ waitUntil }, () =>
      api === 'web' ? answer(request, response) : handler(request, response),
    )
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
    response.writeHead(500).end()
  }
  await closed
  // Work can add more work.
  for (const work of background) await Promise.resolve(work).catch(() => undefined)
  process.send?.('done')
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined })
})
process.once('disconnect', () => process.exit())

/**
 * For a function that takes and returns the objects of `fetch`.
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function answer(request, response) {
  const { method = 'GET', url, headers } = request
  const body = await buffer(request)
  const origin = `${headers['x-forwarded-proto']}://${headers.host}`
  /** @type {Response} */
  const answered = await handler(
    new Request(new URL(url ?? '/', origin), {
      method,
      headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
      ...(body.length > 0 && { body }),
    }),
  )
  response.writeHead(answered.status, Object.fromEntries(answered.headers))
  response.end(Buffer.from(await answered.arrayBuffer()))
}
