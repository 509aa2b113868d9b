import nextEnv from '@next/env'

/**
 * Prints a sentence for each setting that the server refuses, and for each name that is no setting. The settings are those of
 * the environment, and of `.env` in the folder that is named. scripts/build.mjs bundles this file and runs it before a build.
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
    if (!known.includes(name) && !ofOthers.test(name))
      console.log(`${name} is not a setting of the site.`)
} catch (error) {
  console.log((error as Error).message.replaceAll(/; (?=[A-Z_]+ )/g, '.\n').concat('.'))
  process.exitCode = 1
}
