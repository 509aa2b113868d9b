import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Disk = {
  folder: string
  /** From now on no byte more fits in. */
  fill(writer: number | undefined): void
  free(writer: number | undefined): void
  remove(): void
}

/**
 * A disk that can be filled: one of a megabyte where mounting is allowed, else a limit on what a process writes.
 * Where a system can do neither, as macOS and Windows, the reason to skip the test.
 */
export function smallDisk(): Disk | string {
  const folder = mkdtempSync(join(tmpdir(), 'disk-'))
  if (succeeds('mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder)) return mounted(folder)
  if (succeeds('prlimit', '--pid', String(process.pid), '--fsize')) return limited(folder)
  rmSync(folder, { recursive: true })
  return 'Neither `mount -t tmpfs` nor `prlimit` works on this system.'
}

function succeeds(command: string, ...args: string[]): boolean {
  return spawnSync(command, args).status === 0
}

function mounted(folder: string): Disk {
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill() {
      try {
        for (;;) writeFileSync(ballast, Buffer.alloc(4096), { flag: 'a' })
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    },
    free: () => rmSync(ballast),
    remove() {
      execFileSync('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true })
    },
  }
}

function limited(folder: string): Disk {
  const limit = (writer: number | undefined, size: string) =>
    execFileSync('prlimit', ['--pid', String(writer), `--fsize=${size}:unlimited`])
  return {
    folder,
    fill: (writer) => limit(writer, '1'),
    free: (writer) => limit(writer, 'unlimited'),
    remove: () => rmSync(folder, { recursive: true }),
  }
}
