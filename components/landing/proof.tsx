import { claims, promises, proof } from '@/lib/content'

/** A meter reading: one figure large, the rest in a ledger. */
export function Proof() {
  const [first, ...rest] = Object.values(claims)
  return (
    <section aria-labelledby="proof" className="bg-deep text-on-deep">
      <div className="wrap py-14 md:py-20">
        <div className="grid grid-cols-1 gap-x-column gap-y-8 lg:grid-cols-[0.8fr_1.2fr]">
          <div>
            <h2 id="proof" className="max-w-[16ch] text-title">
              {proof.title}
            </h2>
            {first && (
              <>
                <p className="mt-8 font-semibold text-lead">
                  <strong className="block text-glow text-sum leading-none tracking-tighter">
                    {first.figure}
                  </strong>{' '}
                  {first.name}
                </p>
                <p className="text-on-deep-2">{first.meaning}</p>
              </>
            )}
          </div>
          <ul className="ledger">
            {rest.map(({ figure, name, meaning }, index) => (
              <li key={index}>
                <p>
                  <strong>{figure}</strong> <span>{name}</span>
                </p>
                <p className="fine">{meaning}</p>
              </li>
            ))}
          </ul>
        </div>
        <ul className="mt-10 grid gap-x-gap gap-y-5 sm:grid-cols-2 lg:grid-cols-4">
          {promises.map(({ name, meaning }, index) => (
            <li key={index}>
              <p className="font-semibold">{name}</p>
              <p className="fine">{meaning}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
