import 'server-only'
import { resolve } from 'node:path'

/** A path as ops have typed it. npm and scripts/leads.sh run commands in the folder of the site, and name that of the caller. */
export function callerPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? '.', path)
}
