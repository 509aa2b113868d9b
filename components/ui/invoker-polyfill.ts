/** Invoker commands, popovers and modal dialogs, for browsers without them. */

type Openable = HTMLElement & Partial<Pick<HTMLDialogElement, 'open' | 'showModal' | 'close'>>

const element = HTMLElement.prototype
const hasCommands = 'command' in HTMLButtonElement.prototype
const hasPopovers = 'popover' in element

if (!('showModal' in document.createElement('dialog')))
  Object.assign(element, {
    showModal(this: HTMLElement) {
      this.toggleAttribute('open', true)
      this.querySelector<HTMLElement>('button, input')?.focus()
    },
    close(this: HTMLElement) {
      this.toggleAttribute('open', false)
      document.querySelector<HTMLElement>(`[command=show-modal][commandfor="${this.id}"]`)?.focus()
    },
  })

if (!hasPopovers)
  Object.assign(element, {
    showPopover(this: HTMLElement) {
      toggle(this, true)
    },
    hidePopover(this: HTMLElement) {
      if (!this.hasAttribute('data-open')) return
      toggle(this, false)
      document.querySelector<HTMLElement>(`[popovertarget="${this.id}"]`)?.focus()
    },
  })

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return
  const opener = target.closest('button[popovertarget]')
  if (!hasPopovers)
    for (const popover of document.querySelectorAll<HTMLElement>('[popover]')) {
      if (popover.id === opener?.getAttribute('popovertarget'))
        toggle(popover, !popover.hasAttribute('data-open'))
      else if (popover.matches('[popover=auto]') && !popover.contains(target))
        toggle(popover, false)
    }
  const button = target.closest('button[commandfor]')
  const dialog: Openable | null = document.getElementById(button?.getAttribute('commandfor') ?? '')
  if (!dialog || hasCommands) return
  if (button?.getAttribute('command') === 'show-modal') dialog.showModal?.()
  else dialog.close?.()
})

document.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return
  for (const open of document.querySelectorAll<HTMLElement>('[data-open]')) open.hidePopover()
  for (const open of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) open.close()
})

function toggle(popover: HTMLElement, open: boolean) {
  if (popover.hasAttribute('data-open') === open) return
  popover.toggleAttribute('data-open', open)
  popover.dispatchEvent(Object.assign(new Event('toggle'), { newState: open ? 'open' : 'closed' }))
}

export {}
