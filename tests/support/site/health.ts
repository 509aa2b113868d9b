/** Start a server with these variables so that `fetchHealth` can read its full health report. */
export const healthAccess = { CRON_SECRET: 'a secret for the tests' }

/** The health report with the details that require the secret. */
export async function fetchHealth(url: string) {
  const headers = { authorization: `Bearer ${healthAccess.CRON_SECRET}` }
  return (await fetch(`${url}/api/health`, { headers })).json()
}
