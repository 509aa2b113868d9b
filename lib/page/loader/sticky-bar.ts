import { listen } from './events'

const threshold = 500

/** The style sheet shows the bar at the bottom once the page is scrolled more than this. */
export function watchScrolling(): void {
  const update = () => {
    document.documentElement.toggleAttribute('data-scrolled', scrollY > threshold)
  }
  listen('scroll', update)
  // The page can have opened further down. Reading that now would compute its layout twice.
  requestAnimationFrame(update)
}
