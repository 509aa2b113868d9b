import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { launchBrowser } from '../../support/browser/browser'

/**
 * Compares two folders of screenshots pixel by pixel, and prints the name of each picture that differs, or is only in one
 * of them. Returns how many these are.
 */
export async function compareShots(before: string, after: string): Promise<number> {
  const [old, current] = [before, after].map((folder) =>
    readdirSync(folder).filter((name) => name.endsWith('.png')),
  ) as [string[], string[]]
  const browser = await launchBrowser()
  const page = await browser.newPage()
  let count = 0
  for (const name of [...new Set([...old, ...current])].sort()) {
    const difference = old.includes(name)
      ? current.includes(name)
        ? await differenceOf(page, join(before, name), join(after, name))
        : `only in ${before}`
      : `only in ${after}`
    if (!difference) continue
    count++
    console.log(`${name}: ${difference}`)
  }
  await browser.close()
  console.log(`${count} of ${new Set([...old, ...current]).size} pictures differ`)
  return count
}

/** What differs, in words. Null if every pixel is equal. */
async function differenceOf(page: Page, before: string, after: string): Promise<string | null> {
  const pictures = [readFileSync(before), readFileSync(after)] as const
  if (pictures[0].equals(pictures[1])) return null
  return page.evaluate(
    comparePixels,
    pictures.map((png) => `data:image/png;base64,${png.toString('base64')}`),
  )
}

/** In the page. */
async function comparePixels(addresses: string[]): Promise<string | null> {
  const [one, other] = await Promise.all(
    addresses.map(async (address) => {
      const image = new Image()
      image.src = address
      await image.decode()
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
      const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
      context.drawImage(image, 0, 0)
      return context.getImageData(0, 0, canvas.width, canvas.height)
    }),
  )
  if (!one || !other) return null
  if (one.width !== other.width || one.height !== other.height)
    return `${one.width} × ${one.height} is now ${other.width} × ${other.height}`
  const steps = one.data.map((value, index) => Math.abs(value - (other.data[index] ?? 0)))
  const differing = new Set<number>()
  let most = 0
  steps.forEach((step, index) => {
    if (step === 0) return
    differing.add(index >> 2)
    most = Math.max(most, step)
  })
  const [first] = differing
  if (first === undefined) return null
  return `${differing.size} pixels, by ${most} of 255 at most, the first at ${first % one.width}, ${Math.floor(first / one.width)}`
}
