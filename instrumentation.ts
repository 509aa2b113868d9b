import type { Instrumentation } from 'next'

/** Next.js calls this once, before the server accepts requests. */
export async function register() {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { log } = await import('./lib/server/log')
    try {
      // Importing this file throws when the environment is invalid.
      const { start } = await import('./lib/ops/start')
      await start()
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error)
      log('cannot start', { problem }, 'red')
      process.exit(1)
    }
  }
}

/** Next.js calls this for each error that a page, an action, or a route has thrown. It prints the error itself, too: lib/server/console.ts. */
export const onRequestError: Instrumentation.onRequestError = async (error, _request, context) => {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { logRequestError } = await import('./lib/server/log')
    logRequestError(context.routePath, error)
  }
}
