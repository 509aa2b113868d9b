import nextEnv from '@next/env'

/**
 * Prints a sentence for each setting that the server refuses, and for each name that is no setting. One that looks like a
 * setting is refused too. The settings are those of the environment, and of `.env` in the folder that is named. scripts/build.mjs bundles this file and runs it before a build.
 */

const { loadedEnvFiles } = nextEnv.loadEnvConfig(process.argv[2] ?? '.', false, {
  info() {},
  error: console.error,
})
const ofOthers = /^(PORT|HOSTNAME|VERSION|POSTGRES_PASSWORD|TZ|LANG|(NODE|NPM|PG|SSL)_?\w+)$/i
try {
  const { schema, secretNames } = await import('../lib/server/env')
  const known = [...Object.keys(schema.shape), ...secretNames.map((name) => `${name}_FILE`)]
  for (const name of loadedEnvFiles.flatMap(({ env }) => Object.keys(env)))
    if (!known.includes(name) && !ofOthers.test(name)) {
      const meant = known.find((each) => isNear(name, each))
      console.log(`${name} is not a setting of the site${meant ? `: is it ${meant}?` : '.'}`)
      if (meant) process.exitCode = 1
    }
} catch (error) {
  console.log((error as Error).message.replaceAll(/; (?=[A-Z_]+ )/g, '.\n').concat('.'))
  process.exitCode = 1
}

/** Whether a text becomes the other one when at most so many letters are changed, added, or left out. */
function isNear(text: string, other: string, letters = 2): boolean {
  if (letters < 0 || !text || !other) return Math.max(text.length, other.length) <= letters
  const [rest, otherRest] = [text.slice(1), other.slice(1)]
  if (text[0] === other[0]) return isNear(rest, otherRest, letters)
  return (
    isNear(rest, otherRest, letters - 1) ||
    isNear(rest, other, letters - 1) ||
    isNear(text, otherRest, letters - 1)
  )
}
