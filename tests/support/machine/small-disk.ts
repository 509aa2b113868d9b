import { execFileSync, spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../process/temporary-folder'

export type Disk = {
  folder: string
  /** Makes every later write fail with "no space left". */
  fill(pid: number | undefined): void
  free(pid: number | undefined): void
  remove(): void
}

/**
 * A disk that a test can fill: a file system of one megabyte where mounting is allowed, else a limit on the size of the
 * files that a process writes. Returns the reason to skip the test where neither works, as on macOS and Windows.
 */
export function smallDisk(): Disk | string {
  const folder = temporaryFolder('disk')
  if (succeeds('mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder)) return mounted(folder)
  if (succeeds('prlimit', '--pid', String(process.pid), '--fsize')) return limited(folder)
  return 'Neither `mount -t tmpfs` nor `prlimit` works on this system.'
}

function succeeds(command: string, ...args: string[]): boolean {
  return spawnSync(command, args).status === 0
}

function mounted(folder: string): Disk {
  const filler = join(folder, 'filler')
  return {
    folder,
    fill() {
      try {
        for (;;) writeFileSync(filler, Buffer.alloc(4096), { flag: 'a' })
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    },
    free: () => rmSync(filler),
    remove: () => execFileSync('umount', ['--lazy', folder]),
  }
}

function limited(folder: string): Disk {
  const limit = (pid: number | undefined, size: string) =>
    execFileSync('prlimit', ['--pid', String(pid), `--fsize=${size}:unlimited`])
  return {
    folder,
    fill: (pid) => limit(pid, '1'),
    free: (pid) => limit(pid, 'unlimited'),
    remove: () => undefined,
  }
}
