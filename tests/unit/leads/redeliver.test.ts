import { expect, it } from 'vitest'
import { maxDuration } from '@/app/api/leads/redeliver/route'
import { backgroundBudgetMs } from '@/lib/leads/delivery'
import { cronBudgetMs } from '@/lib/leads/redeliver'

it('a cron call ends within what the platform grants it', () => {
  expect(cronBudgetMs + backgroundBudgetMs).toBeLessThanOrEqual(maxDuration * 1000 - 5000)
})
