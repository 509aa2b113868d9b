import { expect, it, vi } from 'vitest'
import { rejectRequest } from '@/lib/leads/server/request-filter'

it('a proxy that does not pass the Host on is told in the log, once a minute', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const post = () =>
    rejectRequest(
      new Request('http://127.0.0.1:3000/', {
        method: 'POST',
        headers: { origin: 'https://px.example', host: '127.0.0.1:3000' },
      }),
    )
  for (let i = 0; i < 3; i++) expect(await post()).toMatchObject({ status: 403 })
  const lines = write.mock.calls.map(([line]) => String(line))
  write.mockRestore()
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '').warning).toContain('proxy_set_header Host $host')
  expect(lines[0]).not.toContain('px.example')
})
