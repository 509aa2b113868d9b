import { claims, promises, proof } from '@/lib/content/landing'

/** A meter reading: one figure large, the rest in a ledger. */
export function Proof() {
  const [first, ...rest] = Object.values(claims)
  return (
    <section aria-labelledby="proof" className="proof">
      <div className="wrap">
        <div className="beside">
          <div>
            <h2 id="proof">{proof.title}</h2>
            {first && (
              <>
                <p>
                  <strong>{first.figure}</strong> {first.name}
                </p>
                <p>{first.meaning}</p>
              </>
            )}
          </div>
          <ul className="ledger">
            {rest.map(({ figure, name, meaning }, index) => (
              <li key={index}>
                <p>
                  <strong>{figure}</strong> <span>{name}</span>
                </p>
                <p>{meaning}</p>
              </li>
            ))}
          </ul>
        </div>
        <ul className="promises">
          {promises.map(({ name, meaning }, index) => (
            <li key={index}>
              <p>{name}</p>
              <p>{meaning}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
