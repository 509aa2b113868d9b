/** Runs once when a server starts, before it takes requests. */
export async function register() {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { start } = await import('./lib/server/start')
    await start()
  }
}
