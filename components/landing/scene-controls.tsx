'use client'

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useEnhanced } from '@/components/ui/use-enhanced'
import type { scene } from '@/lib/content'

type State = 'playing' | 'paused' | 'done'

/** The scene is the style sheet's; this holds it until it is seen, and lets the visitor stop and replay it. */
export function SceneControls({ words }: { words: typeof scene.controls }) {
  const enhanced = useEnhanced()
  const root = useRef<HTMLSpanElement>(null)
  const main = useRef<HTMLButtonElement>(null)
  const [state, setState] = useState<State>('playing')

  const beats = () => root.current?.closest('figure')?.getAnimations({ subtree: true }) ?? []

  function press() {
    for (const beat of beats()) {
      if (state === 'playing') beat.pause()
      else beat.play()
    }
    setState(state === 'playing' ? 'paused' : 'playing')
  }

  function skip() {
    for (const beat of beats()) beat.finish()
    main.current?.focus()
  }

  const begin = useEffectEvent((figure: HTMLElement) => {
    // An ending is also told when a finished scene starts anew: it counts when all have come to rest.
    const ended = () => {
      if (beats().every(({ playState }) => playState === 'finished')) setState('done')
    }
    ended()
    figure.addEventListener('animationend', ended)
    // Out of sight, as on a phone, it waits at its first beat.
    const watch = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) {
          for (const beat of beats()) if (beat.playState === 'paused') beat.play()
          watch.disconnect()
        } else
          for (const beat of beats()) {
            beat.pause()
            beat.currentTime = 0
          }
      },
      { threshold: 0.3 },
    )
    watch.observe(figure)
    return () => {
      figure.removeEventListener('animationend', ended)
      watch.disconnect()
    }
  })
  useEffect(() => {
    const figure = root.current?.closest('figure')
    return figure ? begin(figure) : undefined
  }, [])

  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons are no fieldset.
    <span
      ref={root}
      role="group"
      aria-label={words.label}
      className={`flex gap-4 motion-reduce:hidden noscript:hidden ${enhanced ? '' : 'invisible'}`}
    >
      <button
        ref={main}
        type="button"
        onClick={press}
        className="min-h-11 min-w-11 font-semibold underline"
      >
        {words[state]}
      </button>
      <button
        type="button"
        onClick={skip}
        hidden={state === 'done'}
        className="min-h-11 min-w-11 font-semibold underline"
      >
        {words.skip}
      </button>
    </span>
  )
}
