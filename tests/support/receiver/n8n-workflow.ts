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
export type Workflow = { id: string; name: string; nodes: WorkflowNode[] }
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
  /** The output of earlier nodes, by name. */
  earlier: Record<string, Item['json']>
  /** The body of the webhook's request. */
  body: string
}

const itemsOf = (items: Item[] = []) => ({ first: () => items[0], all: () => items })
const outputOf = (earlier: CodeNodeInput['earlier']) => (node: string) =>
  itemsOf(earlier[node] && [{ json: earlier[node] }])
