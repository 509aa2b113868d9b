import type { TestProject } from 'vitest/node'
import { postgres } from './support/database/database'
import { pgBouncer, pgBouncerMissing } from './support/database/proxies'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    pgBouncerUrl: string
  }
}

/** Starts the servers on which tests create their databases. */
export default async function startDatabases(project: TestProject) {
  const server = await postgres()
  const bouncer = pgBouncerMissing ? server : await pgBouncer(server)
  project.provide('postgresUrl', server.url)
  project.provide('pgBouncerUrl', bouncer.url)
  return bouncer.stop
}
