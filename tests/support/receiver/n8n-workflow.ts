import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from '../site/site'

type WorkflowNode = {
  name: string
  type: string
  parameters: Record<string, unknown>
  credentials?: Record<string, { id: string; name: string }>
}
export type Workflow = {
  id: string
  name: string
  nodes: WorkflowNode[]
  /** The nodes after each output of a node, by the node's name. */
  connections: Record<string, { main: { node: string }[][] }>
}
type Item = { json: Record<string, unknown> }

/** The workflow that owners import. */
export function readWorkflow(): Workflow {
  return JSON.parse(readFileSync(join(root, 'docs/receivers/n8n-workflow.json'), 'utf8'))
}

const AsyncFunction = Object.getPrototypeOf(async () => undefined).constructor

/** Runs code as automation tools do: in a function, with these names in its scope. */
export function runCode(code: string, scope: Record<string, unknown>, self?: object) {
  const all = { require: createRequire(import.meta.url), ...scope }
  return new AsyncFunction(...Object.keys(all), code).call(self, ...Object.values(all))
}

/** Runs a Code node on its input and the output of earlier nodes, without n8n. A file is the bytes and what they are. */
export async function runCodeNode(
  name: string,
  { input = [], earlier = {}, body = '' }: Partial<CodeNodeInput>,
) {
  const node = readWorkflow().nodes.find((node) => node.name === name)
  if (typeof node?.parameters.jsCode !== 'string') throw new Error(`No Code node ${name}`)
  const helpers = {
    getBinaryDataBuffer: async () => Buffer.from(body),
    prepareBinaryData: async (bytes: Buffer, ...names: string[]) => [String(bytes), ...names],
  }
  const scope = { $input: itemsOf(input.map((json) => ({ json }))), $: outputOf(earlier) }
  return runCode(node.parameters.jsCode, scope, { helpers })
}

type CodeNodeInput = {
  input: Item['json'][]
  earlier: Record<string, Item['json']>
  /** The body of the webhook's request. */
  body: string
}

const itemsOf = (items: Item[] = []) => ({ first: () => items[0], all: () => items })
const outputOf = (earlier: CodeNodeInput['earlier']) => (node: string) =>
  itemsOf(earlier[node] && [{ json: earlier[node] }])

export type Mail = { toEmail: string; subject: string; text: string }
type Row = { id: number; lead: unknown; step: unknown; createdAt: string }

/**
 * Runs the workflow from node to node, without n8n: what it does with a request that brings this lead, and the rows of its
 * data table. Fails as it does. `send` gives the error of a mail, if it has one.
 */
export async function runWorkflow(
  lead: Item['json'],
  rows: Row[],
  send: (mail: Mail) => string | undefined,
): Promise<void> {
  const { nodes, connections } = readWorkflow()
  const earlier: CodeNodeInput['earlier'] = { 'Check the signature': lead }
  let input: Item['json'][] = [lead]
  let name: string | undefined = 'Claim the lead'
  while (name) {
    const node = nodes.find((node) => node.name === name)
    if (!node) throw new Error(`No node ${name}`)
    const parameters = evaluate(node.parameters, { $json: input[0], $: outputOf(earlier) })
    let output = 0
    switch (node.type.split('.')[1]) {
      case 'code':
        input = (await runCodeNode(name, { input, earlier })).map(({ json }: Item) => json)
        break
      case 'dataTable':
        input = changeTable(parameters, rows)
        break
      case 'if':
        output = parameters.conditions.conditions[0].leftValue ? 0 : 1
        break
      case 'emailSend': {
        const error = send(parameters)
        if (error) output = 1
        input = [error ? { ...input[0], error } : { response: '250 OK' }]
        break
      }
      case 'stopAndError':
        throw new Error(parameters.errorMessage)
      default:
        throw new Error(`No way to run ${node.type}`)
    }
    earlier[name] = input[0] ?? {}
    name = connections[name]?.main[output]?.[0]?.node
  }
}

/** The parameters of a node with the values of their expressions. */
// biome-ignore lint/suspicious/noExplicitAny: Each type of node has parameters of its own.
function evaluate(value: unknown, scope: Record<string, unknown>): any {
  if (Array.isArray(value)) return value.map((each) => evaluate(each, scope))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [key, evaluate(each, scope)]),
    )
  if (typeof value !== 'string' || !value.startsWith('=')) return value
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const $now = { minus: ({ days }: { days: number }) => ({ toISO: () => daysAgo(days) }) }
  const all = { ...scope, $now }
  const run = (expression: string) =>
    new Function(...Object.keys(all), `return ${expression}`)(...Object.values(all))
  const parts = value.slice(1).split(/\{\{(.+?)\}\}/s)
  const values = parts.map((part, index) => (index % 2 === 1 ? run(part) : part))
  return parts.length === 3 && !parts[0] && !parts[2] ? values[1] : values.join('')
}

// biome-ignore lint/suspicious/noExplicitAny: As above.
function changeTable({ operation, columns, filters, matchType }: any, rows: Row[]) {
  const isMeant = (row: Row) => {
    const tests: boolean[] = filters.conditions.map((test: Record<string, string>) => {
      const value = row[test.keyName as keyof Row]
      return test.condition === 'lt'
        ? String(value) < String(test.keyValue)
        : value === test.keyValue
    })
    return matchType === 'allConditions' ? !tests.includes(false) : tests.includes(true)
  }
  if (operation === 'get') return rows.filter(isMeant)
  if (operation === 'deleteRows')
    return rows.splice(0, rows.length, ...rows.filter((row) => !isMeant(row)))
  const { lead, step } = columns.value
  const row = { id: nextRow++, lead, step, createdAt: new Date().toISOString() }
  rows.push(row)
  return [row]
}

let nextRow = 1
