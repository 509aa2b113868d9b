'use client'

import { useRef, useState } from 'react'
import type { callExample } from '@/lib/content/landing'

/**
 * Pauses, skips and replays the example call. The style sheet animates the call and also switches the labels at its
 * end, so they are right before scripts run, too.
 */
export function PlaybackControls({ words }: { words: typeof callExample.controls }) {
  const root = useRef<HTMLSpanElement>(null)
  const main = useRef<HTMLButtonElement>(null)
  const [paused, setPaused] = useState(false)

  const animations = () => root.current?.closest('figure')?.getAnimations({ subtree: true }) ?? []
  const isOver = () => animations().every(isFinished)

  function press() {
    if (paused) resume()
    else if (isOver()) replay()
    else pause()
  }

  function pause() {
    for (const animation of animations()) if (!isFinished(animation)) animation.pause()
    setPaused(true)
  }

  function resume() {
    for (const animation of animations()) if (!isFinished(animation)) animation.play()
    setPaused(false)
  }

  function replay() {
    for (const animation of animations()) animation.play()
  }

  function skip() {
    for (const animation of animations()) animation.finish()
    setPaused(false)
    main.current?.focus()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons are no fieldset.
    <span
      ref={root}
      role="group"
      aria-label={words.label}
      className="flex gap-4 noscript:hidden motion-reduce:hidden"
    >
      <button ref={main} type="button" onClick={press} className={button}>
        {paused ? (
          words.paused
        ) : (
          <>
            <span className={`while-playing ${label}`}>{words.playing}</span>
            <span className={`when-done ${label}`}>{words.done}</span>
          </>
        )}
      </button>
      <button type="button" onClick={skip} className={`while-playing ${button}`}>
        {words.skip}
      </button>
    </span>
  )
}

const button = 'grid min-h-11 min-w-11 items-center justify-items-start font-semibold underline'

/** The labels of a button share one cell, and one of them is visible at a time. */
const label = 'col-start-1 row-start-1'

/** `play()` would start a finished animation again. */
function isFinished({ playState }: Animation): boolean {
  return playState === 'finished'
}
