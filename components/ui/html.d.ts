import 'react'

declare module 'react' {
  interface ButtonHTMLAttributes<T> extends HTMLAttributes<T> {
    command?: 'show-modal' | 'close'
    commandfor?: string
  }
  /** WebMCP: how agents see forms. */
  interface FormHTMLAttributes<T> extends HTMLAttributes<T> {
    toolname?: string
    tooldescription?: string
  }
  interface HTMLAttributes<T> {
    toolparamdescription?: string
  }
}
