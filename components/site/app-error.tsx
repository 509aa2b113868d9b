import { Button, ButtonLink } from '@/components/ui/button'
import { appError } from '@/lib/content/app-error'
import { WrongTurn } from './wrong-turn'

export default function AppError({ retry }: { retry: () => void }) {
  return (
    <WrongTurn {...appError}>
      <Button onClick={retry}>{appError.retry}</Button>
      <ButtonLink href="/" variant="outline">
        {appError.home}
      </ButtonLink>
    </WrongTurn>
  )
}
