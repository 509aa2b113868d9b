/** Shows the path that does not exist on the 404 page, and writes it to the console. */
export function showAttemptedPath(): void {
  const element = document.getElementById('attempted-path')
  if (!element) return
  element.textContent = location.pathname
  console.warn('404: no page at', location.pathname)
}
