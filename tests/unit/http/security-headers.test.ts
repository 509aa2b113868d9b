import { PHASE_PRODUCTION_BUILD } from 'next/constants.js'
import { unstable_getResponseFromNextConfig } from 'next/experimental/testing/server.js'
import { expect, it } from 'vitest'
import { bundleLoader } from '@/lib/page/loader/bundle.mjs'
import { paths } from '@/lib/pages.mjs'
import config from '../../../next.config.mjs'
import { ofEverythingElse, policyOf } from '../../support/site/response-headers'

it('every page, and what is not found, has all security headers, no others, and a policy that allows only the loader', async () => {
  const nextConfig = await config(PHASE_PRODUCTION_BUILD)
  const { hash } = await bundleLoader()
  for (const path of [...paths, '/nowhere']) {
    const url = `https://px.example${path}`
    const { headers } = await unstable_getResponseFromNextConfig({ url, nextConfig })
    // Of the empty response that the headers are added to.
    headers.delete('content-type')
    expect(Object.fromEntries(headers), path).toEqual({
      ...ofEverythingElse,
      'cache-control': expect.any(String),
      'content-security-policy': policyOf(hash),
    })
  }
})
