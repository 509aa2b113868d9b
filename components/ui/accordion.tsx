import './accordion.css'
import type { ComponentProps } from 'react'

/** Native `<details>`, which open without scripts. Drawn in accordion.css. */
export function AccordionItem(props: ComponentProps<'details'>) {
  return <details data-slot="accordion-item" {...props} />
}

export function AccordionTrigger(props: ComponentProps<'summary'>) {
  return <summary data-slot="accordion-trigger" {...props} />
}

export function AccordionContent(props: ComponentProps<'p'>) {
  return <p data-slot="accordion-content" {...props} />
}
