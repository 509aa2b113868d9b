/** A message that is part of the page: what a visitor without scripts sees in place of a toast. */
export function Alert({ title, text }: { title: string; text: string }) {
  return (
    <div
      data-slot="alert"
      role="alert"
      className="rounded-field border-2 border-wrong bg-ticket p-4"
    >
      <p className="font-bold text-wrong">{title}</p>
      <p>{text}</p>
    </div>
  )
}
