import { claims, promises, proof } from '@/lib/content'

export function Proof() {
  return (
    <section aria-labelledby="proof" className="bg-deep text-on-deep">
      <div className="wrap py-14 md:py-20">
        <h2 id="proof" className="max-w-[22ch] text-title">
          {proof.title}
        </h2>
        <ul className="mt-8 grid grid-cols-2 gap-gap md:grid-cols-4">
          {Object.values(claims).map(({ figure, name, meaning }) => (
            <li key={name}>
              <p>
                <strong className="block text-glow text-head leading-none tracking-tight">
                  {figure}
                </strong>{' '}
                <span className="font-semibold">{name}</span>
              </p>
              <p className="text-on-deep-2 text-small">{meaning}</p>
            </li>
          ))}
        </ul>
        <ul className="mt-10 grid gap-gap border-on-deep-2/40 border-t pt-8 sm:grid-cols-2 md:grid-cols-4">
          {promises.map(({ name, meaning }) => (
            <li key={name}>
              <p className="font-semibold">{name}</p>
              <p className="text-on-deep-2 text-small">{meaning}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
