import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../support/process/files'
import { programs } from '../../support/process/programs'

/** Prometheus' own tool reads docs/prometheus-rules.yml, and evaluates it each minute from the time 0. */

const file = resolve('docs/prometheus-rules.yml')
const promtool = programs.promtool ?? ''

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(promtool, args, { encoding: 'utf8' })
  expect(status, `${stdout}${stderr}`).toBe(0)
}

/** What a site says all day that delivers leads. A value after `+` is added each minute. */
const healthy = {
  'up{job="site", instance="a"}': '1x1600',
  'site_journal_up{job="site", instance="a"}': '1x1600',
  'site_last_delivered_timestamp_seconds{job="site", instance="a"}': '0+60x1600',
  'site_last_maintenance_timestamp_seconds{job="site", instance="a"}': '0+60x1600',
  'site_leads{job="site", instance="a", state="held", outcome="honeypot"}': '30x1600',
}

const cases: { alert?: string; says: Record<string, string>; at: string; before: string }[] = [
  { says: {}, at: '26h', before: '0m' },
  {
    alert: 'SiteDown',
    says: { 'up{job="site", instance="a"}': '0x1600' },
    at: '5m',
    before: '4m',
  },
  {
    alert: 'JournalFails',
    says: { 'site_journal_up{job="site", instance="a"}': '0x1600' },
    at: '2m',
    before: '1m',
  },
  {
    // Two servers tell it, and it is one alert.
    alert: 'LeadsWait',
    says: {
      'site_oldest_waiting_timestamp_seconds{job="site", instance="a"}': '0x1600',
      'site_oldest_waiting_timestamp_seconds{job="site", instance="b"}': '0x1600',
    },
    at: '17m',
    before: '16m',
  },
  {
    alert: 'DeadLeads',
    says: { 'site_leads{job="site", instance="a", state="dead", outcome="failed"}': '_ 1x1600' },
    at: '1m',
    before: '0m',
  },
  {
    alert: 'HeldLeads',
    says: { 'site_leads{job="site", instance="a", state="held", outcome="flood"}': '_ 1x1600' },
    at: '1m',
    before: '0m',
  },
  {
    alert: 'NoLeadForADay',
    says: { 'site_last_delivered_timestamp_seconds{job="site", instance="a"}': '0x1600' },
    at: '25h1m',
    before: '25h',
  },
  {
    alert: 'MaintenanceDoesNotEnd',
    says: { 'site_last_maintenance_timestamp_seconds{job="site", instance="a"}': '0x1600' },
    at: '4h1m',
    before: '4h',
  },
]

it.skipIf(!promtool)('each rule of Prometheus fires alone, and in time (needs promtool)', () => {
  const firing = (at: string, alert?: string) => ({
    expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
    eval_time: at,
    exp_samples: alert ? [{ labels: `{alertname="${alert}"}`, value: 1 }] : [],
  })
  const tests = cases.map(({ alert, says, at, before }) => ({
    name: alert ?? 'healthy',
    interval: '1m',
    input_series: Object.entries({ ...healthy, ...says }).map(([series, values]) => ({
      series,
      values,
    })),
    promql_expr_test: [firing(before), firing(at, alert)],
  }))
  // JSON is YAML.
  const path = join(temporaryFolder('rules'), 'tests.yml')
  writeFileSync(path, JSON.stringify({ rule_files: [file], evaluation_interval: '1m', tests }))
  run('check', 'rules', file)
  run('test', 'rules', path)
})

it('no rule of Prometheus is left out of this test', () => {
  const names = readFileSync(file, 'utf8').matchAll(/- alert: (\w+)/g)
  expect([...names].map(([, name]) => name)).toEqual(cases.flatMap(({ alert }) => alert ?? []))
})
