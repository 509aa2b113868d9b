import { ButtonLink } from '@/components/ui/button'
import { notFound } from '@/lib/content/not-found'
import { AttemptedPath } from './attempted-path'
import { WrongTurn } from './wrong-turn'

/** A ticket for the address that does not exist. */
export default function NotFound() {
  return (
    <WrongTurn
      {...notFound}
      rows={[{ label: notFound.address, text: <AttemptedPath /> }, ...notFound.rows]}
    >
      <ButtonLink href="/">{notFound.home}</ButtonLink>
    </WrongTurn>
  )
}
