import { calculateLosses, type Losses, numberFormats, parseLoss } from '../calculator'
import { calculator } from '../content/landing'

/** Brings a number that was typed or turned to its twin and to every figure that hangs on it. */
export function recalculate(root: HTMLElement, changed: HTMLInputElement): void {
  const inputs = [...root.querySelectorAll<HTMLInputElement>('input[data-loss]')]
  const read = (name: keyof Losses) => {
    const own =
      changed.dataset.loss === name ? changed : inputs.find(({ dataset }) => dataset.loss === name)
    return parseLoss(name, own?.value ?? '')
  }
  const values = {
    calls: read('calls'),
    missed: read('missed'),
    jobs: read('jobs'),
    price: read('price'),
  }
  for (const twin of inputs)
    if (twin !== changed && twin.dataset.loss === changed.dataset.loss)
      twin.value = String(values[twin.dataset.loss as keyof Losses])
  for (const [name, text] of Object.entries(figures(values))) {
    const place = root.querySelector(`[data-figure="${name}"]`)
    if (place && place.textContent !== text) place.textContent = text
  }
}

export function figures(values: Losses) {
  const { dollars, count } = numberFormats()
  const { missedCalls, lostJobs, week, month } = calculateLosses(values)
  return {
    month: dollars.format(month),
    missedCalls: count.format(missedCalls),
    lostJobs: count.format(lostJobs),
    week: dollars.format(week),
    sum: calculator.sum(
      count.format(values.calls),
      count.format(values.missed),
      count.format(values.jobs),
      dollars.format(values.price),
    ),
  }
}
