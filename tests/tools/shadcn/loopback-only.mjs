import dns from 'node:dns'

/** Preloaded into a program that must not use the network: it fails with the name of a host that it asks for. */

dns.lookup = new Proxy(dns.lookup, {
  apply(lookup, self, args) {
    const [host] = args
    if (!['localhost', '127.0.0.1'].includes(host))
      throw new Error(`${host} is not on this machine`)
    return Reflect.apply(lookup, self, args)
  },
})
