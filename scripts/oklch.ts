/** Converts colors by the definition of OKLab: https://bottosson.github.io/posts/oklab/ */

export type Oklch = [lightness: number, chroma: number, hue: number]

const toLms = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
]
const toLab = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
]
const fromLab = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
]
const fromLms = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
]

function times(matrix: number[][], vector: number[]): number[] {
  return matrix.map((row) => row.reduce((sum, each, index) => sum + each * (vector[index] ?? 0), 0))
}

export function toOklch(hex: string): Oklch {
  const rgb = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  const [lightness = 0, a = 0, b = 0] = times(toLab, times(toLms, rgb).map(Math.cbrt))
  return [lightness, Math.hypot(a, b), (Math.atan2(b, a) * 180) / Math.PI]
}

export function toHex([lightness, chroma, hue]: Oklch): string {
  const angle = (hue * Math.PI) / 180
  const lab = [lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)]
  return times(
    fromLms,
    times(fromLab, lab).map((value) => value ** 3),
  )
    .map((value) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055))
    .map((value) => Math.round(Math.min(1, Math.max(0, value)) * 255))
    .reduce((hex, value) => hex + value.toString(16).padStart(2, '0'), '#')
}
