import { closest } from './events'

/**
 * Buttons open and close dialogs and popovers by their attributes alone. Safari knows `commandfor` since 26.2 and
 * `popovertarget` since 17. The style sheet shows and hides by `data-open` where there are no popovers.
 */
export function openWithoutInvokers(event: Event): void {
  const button = closest(event, 'button')
  if (!button) return
  const target = (name: string) => document.getElementById(button.getAttribute(name) ?? '')
  if (!('command' in button)) {
    const dialog = target('commandfor') as HTMLDialogElement | null
    if (dialog?.open) dialog.close()
    else dialog?.showModal()
  }
  if (!('popover' in button)) target('popovertarget')?.toggleAttribute('data-open')
}
