/**
 * Pauses the example call twice: at its start until its head is in the window, and after the caller's first line until
 * most of the ticket is, so that a visitor sees how the call becomes a ticket.
 */
export async function playCallExample(): Promise<void> {
  const call = document.querySelector<HTMLElement>('.call-example')
  if (!call) return
  await pauseUntilSeen(call, '.us')
  const line = call.querySelector('.them')?.getAnimations().at(-1)
  // Rejected if the visitor turns motion off.
  const spoken = await line?.finished.catch(() => undefined)
  const animations = call.getAnimations({ subtree: true })
  // Motion is off, or the visitor skipped the call.
  if (!spoken || animations.at(-1)?.playState === 'finished') return
  // On a busy device this runs late, when the ticket is already being written.
  for (const animation of animations) animation.currentTime = spoken.currentTime
  pauseUntilSeen(call, 'dl > :nth-child(4)')
}

function pauseUntilSeen(call: HTMLElement, part: string): Promise<void> {
  delete call.dataset.playing
  return new Promise((resolve) => {
    new IntersectionObserver((changes, observer) => {
      if (!changes.at(-1)?.isIntersecting) return
      observer.disconnect()
      call.dataset.playing = ''
      resolve()
    }).observe(call.querySelector(part) as Element)
  })
}
