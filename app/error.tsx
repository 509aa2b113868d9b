'use client'

import { WrongTurn } from '@/components/site/wrong-turn'
import { Button, ButtonLink } from '@/components/ui/button'
import { appError } from '@/lib/content/site'

export default function ErrorPage({ retry }: { retry: () => void }) {
  return (
    <WrongTurn {...appError}>
      <Button onClick={retry}>{appError.retry}</Button>
      <ButtonLink href="/" variant="outline">
        {appError.home}
      </ButtonLink>
    </WrongTurn>
  )
}
