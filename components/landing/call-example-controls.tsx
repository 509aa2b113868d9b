'use client'

import { useRef, useState } from 'react'
import type { callExample } from '@/lib/content/landing'

/**
 * Pauses, skips and replays the scene. Both the scene and the labels that tell whether it is over are animated by the
 * style sheet, so they are right before scripts run, too.
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
    <span ref={root} role="group" aria-label={words.label} className="scene-controls">
      <button ref={main} type="button" onClick={press}>
        {paused ? (
          words.paused
        ) : (
          <>
            <span className="until-over">{words.playing}</span>
            <span className="once-over">{words.done}</span>
          </>
        )}
      </button>
      <button type="button" onClick={skip} className="until-over">
        {words.skip}
      </button>
    </span>
  )
}

/** `play()` would start a finished animation again. */
function isFinished({ playState }: Animation): boolean {
  return playState === 'finished'
}
