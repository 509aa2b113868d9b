/** Next.js calls this once, before the server accepts requests. */
export async function register() {
  if (process.env.NEXT_RUNTIME === 'nodejs') {
    const { start } = await import('./lib/start')
    await start()
  }
}
