/** Servers that are started with this tell the details of their health. */
export const withHealth = { CRON_SECRET: 'a secret for the tests' }

/** What a server says about its health to who has the secret. */
export async function healthOf(url: string) {
  const headers = { authorization: `Bearer ${withHealth.CRON_SECRET}` }
  return (await fetch(`${url}/api/health`, { headers })).json()
}
