/**
 * Shows that a form was sent which the browser posted itself, before the scripts ran. The address names the confirmation,
 * which is a text as long as scripts run.
 */
export function showConfirmation(): void {
  const { hash } = location
  const text =
    /^#[\w-]+-sent$/.test(hash) && document.querySelector(`[data-confirmation=${hash.slice(1)}]`)
  if (!text) return
  document.body.insertAdjacentHTML('beforeend', text.textContent ?? '')
  // The element becomes the target of the address, which shows it.
  location.replace(hash)
}
