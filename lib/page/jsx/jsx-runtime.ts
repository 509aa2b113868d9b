import { jsx as create } from 'react/jsx-runtime'

/**
 * Creates elements like React, so that React can hydrate a page that the browser has translated.
 *
 * A translation changes texts, or puts `<font>` elements around them. React would reject such a page and render it again,
 * which closes dialogs and loses entries. In an element whose only child is a text, it accepts any text if the element has
 * `suppressHydrationWarning`. docs/decisions.md has the rule for texts beside other nodes.
 */
export const jsx: typeof create = (type, props, key) => {
  const { children } = props as { children?: unknown }
  const isText = typeof type === 'string' && typeof children === 'string'
  return create(
    type,
    isText ? { suppressHydrationWarning: true, ...(props as object) } : props,
    key,
  )
}

export type { JSX } from 'react/jsx-runtime'
export { Fragment, jsxs } from 'react/jsx-runtime'
