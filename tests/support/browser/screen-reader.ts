import type { CDPSession, Page } from '@playwright/test'
import { site as product } from '../../../lib/site'

/**
 * Writes down what a screen reader says: what is announced, what has the focus, and what there is to read. Chromium
 * computes the accessibility tree, which is also what it gives to screen readers.
 */
export class ScreenReader {
  private text = ''
  private constructor(
    private page: Page,
    private session: CDPSession,
  ) {}

  /** Call it before the page is opened. */
  static async listen(page: Page): Promise<ScreenReader> {
    await page.addInitScript(recordAnnouncements)
    return new ScreenReader(page, await page.context().newCDPSession(page))
  }

  /** Everything that was heard, with DAY and MONTH in the place of days and months, which depend on today, and NAME in that of the product. */
  get transcript(): string {
    return this.text
      .replaceAll(product.name, 'NAME')
      .replaceAll(/\w+day, \w+ \d{1,2}, \d{4}/g, 'DAY')
      .replaceAll(/(announced: )\w+ \d{4}\n(?:announced: \w+ \d{4}\n)*/g, '$1MONTH\n')
  }

  /** Adds what was announced since the last call, the focus, and all that the first element of a role contains. */
  async hear(moment: string, role: 'dialog' | 'form' | 'main'): Promise<void> {
    const announced = await this.page.evaluate(takeAnnouncements)
    const { nodes } = await this.session.send('Accessibility.getFullAXTree')
    const tree = new Map(nodes.map((node) => [node.nodeId, node]))
    const focused = nodes.find(
      (node) => property(node, 'focused') === true && node.role?.value !== 'RootWebArea',
    )
    const part = nodes.find((node) => !node.ignored && node.role?.value === role)
    this.text += [
      `# ${moment}`,
      ...announced.map((text) => `announced: ${text}`),
      `focus: ${focused ? spoken(focused, tree) : 'the page'}`,
      ...(part ? lines(part, tree, '') : []),
      '\n',
    ].join('\n')
  }
}

type AxValue = { value?: unknown }
type AxNode = {
  nodeId: string
  ignored: boolean
  role?: AxValue
  name?: AxValue
  value?: AxValue
  description?: AxValue
  properties?: { name: string; value: AxValue }[]
  childIds?: string[]
}
type Tree = Map<string, AxNode>

function property(node: AxNode, name: string): unknown {
  return node.properties?.find((each) => each.name === name)?.value.value
}

/** Screen readers say these, then what they contain. */
const containers = ['main', 'dialog', 'region', 'group', 'alert', 'status', 'list', 'form']
/** Screen readers say these as one. */
const leaves = [
  'heading',
  'button',
  'link',
  'textbox',
  'combobox',
  'checkbox',
  'progressbar',
  'listitem',
  'term',
  'definition',
  'paragraph',
  'StaticText',
]
/** The name of a control contains its label. */
const skipped = ['LabelText', 'Legend', 'ListMarker']

function lines(node: AxNode, tree: Tree, indent: string): string[] {
  const role = String(node.role?.value)
  // A label can stand around its checkbox.
  if (role === 'LabelText')
    return childrenOf(node, tree)
      .filter((child) => child.role?.value === 'checkbox')
      .flatMap((child) => lines(child, tree, indent))
  if (skipped.includes(role)) return []
  const children = childrenOf(node, tree)
  if (!node.ignored && leaves.includes(role) && !children.some((child) => hasControl(child, tree)))
    return [indent + spoken(node, tree)]
  const isShown = !node.ignored && containers.includes(role)
  return [
    ...(isShown ? [indent + spoken(node, tree)] : []),
    ...children.flatMap((child) => lines(child, tree, isShown ? `${indent}  ` : indent)),
  ]
}

function childrenOf({ childIds = [] }: AxNode, tree: Tree): AxNode[] {
  return childIds.flatMap((id) => tree.get(id) ?? [])
}

function hasControl(node: AxNode, tree: Tree): boolean {
  return (
    ['button', 'link'].includes(String(node.role?.value)) ||
    childrenOf(node, tree).some((child) => hasControl(child, tree))
  )
}

/** `textbox "Full Name", required, invalid, described as "Invalid name format"` */
function spoken(node: AxNode, tree: Tree): string {
  const role = String(node.role?.value)
  const isContainer = containers.includes(role)
  const text = String(node.name?.value || (isContainer ? '' : textOf(node, tree)))
  const name = text.replace(/\s+/g, ' ').trim()
  const kind = { StaticText: 'text', paragraph: 'text' }[role] ?? role
  const value = node.value?.value
  return [
    name ? `${kind} "${name}"` : kind,
    value !== undefined && value !== '' && `value "${value}"`,
    ...['required', 'readonly', 'multiline', 'disabled', 'modal'].map(
      (state) => property(node, state) === true && state,
    ),
    property(node, 'invalid') === 'true' && 'invalid',
    property(node, 'checked') === 'true' && 'checked',
    property(node, 'expanded') === true && 'expanded',
    role === 'heading' && `level ${property(node, 'level')}`,
    node.description?.value && `described as "${node.description.value}"`,
  ]
    .filter(Boolean)
    .join(', ')
}

function textOf(node: AxNode, tree: Tree): string {
  if (node.role?.value === 'StaticText') return String(node.name?.value ?? '')
  if (skipped.includes(String(node.role?.value))) return ''
  return childrenOf(node, tree)
    .map((child) => textOf(child, tree))
    .join(' ')
}

/** In the page: notes the text of each live region that changes or appears after the page has loaded. */
function recordAnnouncements() {
  const announcements: string[] = []
  Object.assign(window, { announcements })
  const lastTexts = new WeakMap<Element, string>()
  const announceChanges = () => {
    for (const region of document.querySelectorAll<HTMLElement>(
      '[role=alert], [role=status], [aria-live]',
    )) {
      // Unlike `textContent`, this puts a space between paragraphs.
      const text = region.checkVisibility() ? region.innerText.replace(/\s+/g, ' ').trim() : ''
      if (text && text !== lastTexts.get(region) && document.readyState === 'complete')
        announcements.push(text)
      lastTexts.set(region, text)
    }
  }
  new MutationObserver(announceChanges).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  })
}

function takeAnnouncements(): string[] {
  return (window as unknown as { announcements: string[] }).announcements.splice(0)
}
