import { useEffect, useEffectEvent } from 'react'

export function useWindowEvent<Type extends keyof WindowEventMap>(
  type: Type,
  listener: (event: WindowEventMap[Type]) => void,
) {
  const handle = useEffectEvent(listener)
  useEffect(() => {
    const listen = (event: WindowEventMap[Type]) => handle(event)
    addEventListener(type, listen)
    return () => removeEventListener(type, listen)
  }, [type])
}
