import { claims, promises, proof } from '@/lib/content/landing'

/** The first claim large, the others in a table beside it, the promises below. */
export function Proof() {
  const [first, ...rest] = Object.values(claims)
  return (
    <section aria-labelledby="proof" className="bg-deep text-on-deep">
      <div className="wrap py-14 md:py-20">
        <div className="grid grid-cols-1 gap-x-column gap-y-8 lg:grid-cols-[2fr_3fr]">
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
          <ul className="grid content-start border-rule-deep border-t *:grid *:grid-cols-[6.75rem_1fr] *:items-baseline *:gap-x-4 *:border-rule-deep *:border-b *:py-4 max-xs:*:grid-cols-1 sm:grid-cols-[repeat(auto-fit,minmax(15rem,1fr))] sm:gap-x-column">
            {rest.map(({ figure, name, meaning }, index) => (
              <li key={index}>
                <p className="contents">
                  <strong className="text-glow text-title leading-none tracking-[-0.03em]">
                    {figure}
                  </strong>{' '}
                  <span className="font-semibold">{name}</span>
                </p>
                <p className="col-start-2 text-on-deep-2 text-small max-xs:col-start-1">
                  {meaning}
                </p>
              </li>
            ))}
          </ul>
        </div>
        <ul className="mt-10 grid gap-x-gap gap-y-5 sm:grid-cols-2 lg:grid-cols-4">
          {promises.map(({ name, meaning }, index) => (
            <li key={index}>
              <p className="font-semibold">{name}</p>
              <p className="text-on-deep-2 text-small">{meaning}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
