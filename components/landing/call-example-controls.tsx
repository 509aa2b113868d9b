'use client'

import { useRef, useState } from 'react'
import type { callExample } from '@/lib/content/landing'

/** The style sheet animates the call and also switches the labels at its end, so they are right before scripts run, too. */
export function PlaybackControls({ words }: { words: typeof callExample.controls }) {
  const root = useRef<HTMLSpanElement>(null)
  const main = useRef<HTMLButtonElement>(null)
  const [paused, setPaused] = useState(false)

  const animations = () => root.current?.closest('figure')?.getAnimations({ subtree: true }) ?? []

  /** Pauses or resumes what is not finished, or plays everything again. */
  function press() {
    const unfinished = animations().filter(({ playState }) => playState !== 'finished')
    const isOver = unfinished.length === 0
    const pauses = !isOver && !paused
    for (const animation of isOver ? animations() : unfinished)
      if (pauses) animation.pause()
      else animation.play()
    setPaused(pauses)
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
