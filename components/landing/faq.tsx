import { DemoPhone } from '@/components/callback/demo-phone'
import { Button } from '@/components/ui/button'
import { dialogs } from '@/lib/content/callback'
import { faq } from '@/lib/content/landing'
import { unbroken } from '@/lib/dates/days'

/** The first question is open, and one to which a link leads. */
export function Faq() {
  return (
    <section
      aria-labelledby="faq-title"
      className="wrap grid grid-cols-1 gap-x-column gap-y-6 py-section lg:grid-cols-[2fr_3fr]"
    >
      <h2 id="faq-title" className="text-head">
        {faq.title}
      </h2>
      <div className="border-foreground border-t-2">
        {faq.items.map((item, index) => (
          <Question key={index} open={index === 0 || 'id' in item} {...item} />
        ))}
      </div>
    </section>
  )
}

function Question({
  open,
  question,
  answer,
  ...item
}: (typeof faq.items)[number] & { open: boolean }) {
  return (
    <details id={item.id} open={open} className="border-b">
      <summary className="question text-lg">{question}</summary>
      <p className="max-w-[58ch] pb-[1.6rem] text-muted-foreground">{unbroken(answer)}</p>
      {item.offersCall && (
        <>
          <Button
            variant="outline"
            command="show-modal"
            commandfor="see-ai-in-action"
            className="mb-6"
          >
            {dialogs['see-ai-in-action'].button}
          </Button>
          <DemoPhone className="-mt-5 mb-4" />
        </>
      )}
    </details>
  )
}
