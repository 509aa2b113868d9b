import { Button, ButtonLink } from '@/components/ui/button'
import { appError } from '@/lib/content'

export function AppError({ retry }: { retry: () => void }) {
  return (
    <section className="wrap py-section">
      <h1 className="text-head">{appError.title}</h1>
      <p className="mt-4 mb-8 text-ink-2 text-lead">{appError.text}</p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={retry}>{appError.retry}</Button>
        <ButtonLink href="/" variant="outline">
          {appError.home}
        </ButtonLink>
      </div>
    </section>
  )
}
