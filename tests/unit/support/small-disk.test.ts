import { expect, it, vi } from 'vitest'
import { smallDisk } from '../../support/small-disk'

it('a system without mount and prlimit gets a reason to skip the test', () => {
  vi.stubEnv('PATH', '')
  expect(smallDisk()).toBe('Neither `mount -t tmpfs` nor `prlimit` works on this system.')
})
