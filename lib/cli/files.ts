import 'server-only'
import { type FileHandle, open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { OpsError } from '@/lib/server/log'

/** A path as ops have typed it. npm and scripts/leads.sh run commands in the folder of the site, and name that of the caller. */
export function callerPath(path: string): string {
  return resolve(process.env.INIT_CWD ?? '.', path)
}

/** A file that others cannot read. One that exists keeps its mode, and can be a link. */
export function openNewFile(path: string): Promise<FileHandle> {
  return open(path, 'wx', 0o600).catch(({ code }) => {
    throw new OpsError(
      code === 'EEXIST' ? `${path} exists: name a new file.` : `Cannot write ${path}: ${code}.`,
    )
  })
}
