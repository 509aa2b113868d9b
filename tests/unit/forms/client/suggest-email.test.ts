import { describe, expect, it } from 'vitest'
import { suggestEmail } from '@/lib/forms/client/suggest-email'

describe('a misspelled email address', () => {
  it.each([
    // Two letters in the wrong order, and an ending that does not exist.
    ['jose@gmial.con', 'jose@gmail.com'],
    // A letter too many, too few, or another.
    ['jose@gmaill.com', 'jose@gmail.com'],
    ['jose@yaho.com', 'jose@yahoo.com'],
    ['jose@icloud.co', 'jose@icloud.com'],
    ['jose@gmail.cm', 'jose@gmail.com'],
    ['jose@gmail.om', 'jose@gmail.com'],
    ['jose@verizon.ne', 'jose@verizon.net'],
    ['jose@comcast.nt', 'jose@comcast.net'],
    ['jose@gmailcom', 'jose@gmail.com'],
    ['jose@gmail', 'jose@gmail.com'],
    // Of a service with a short name, and of a company.
    ['jose@aol.con', 'jose@aol.com'],
    ['jose@ruizplumbing.con', 'jose@ruizplumbing.com'],
    ['jose@mail.ruiz.comm', 'jose@mail.ruiz.com'],
    ['jose@ruiz.nte', 'jose@ruiz.net'],
    // What stands before the domain stays as it is.
    [' José+Drains@GMIAL.con ', 'José+Drains@gmail.com'],
  ])('%s is probably %s', (email, meant) => {
    expect(suggestEmail(email)).toBe(meant)
  })

  it.each([
    ...['gmail.com', 'yahoo.com', 'hotmail.com', 'outlook.com', 'icloud.com', 'protonmail.com'],
    ...['comcast.net', 'verizon.net', 'sbcglobal.net', 'bellsouth.net', 'centurylink.net'],
    ...['earthlink.net', 'windstream.net', 'optonline.net', 'charter.net', 'frontier.com'],
  ])('with a letter too many is probably of %s', (service) => {
    expect(suggestEmail(`jose@${service.replace('.', 'x.')}`)).toBe(`jose@${service}`)
  })
})

describe('no other address is suggested', () => {
  it.each([
    'jose@gmail.com',
    'Jose@Gmail.Com',
    'jose@ruiz.com',
    'jose@ruiz.plumbing',
    'jose@ruiz.pro',
    'jose@ruiz.co',
    'jose@con.ruiz.us',
    'jose@ruiz.con.us',
    'jose@ruiz.nett.us',
    // Services with short names, and companies with such names.
    'jose@aol.com',
    'jose@ace.com',
    // Services with names like those of others.
    'jose@mail.com',
    'jose@email.com',
    'jose@ymail.com',
    'jose@cloud.com',
    // Services in other countries.
    'jose@yahoo.com.mx',
    'jose@yahoo.ca',
    'jose@hotmail.co.uk',
    // Not an address, or not one in ASCII.
    '',
    'jose',
    '@gmial.con',
    'jose@',
    'jose@.con',
    'a@b@gmial.con',
    'jose ruiz@gmial.con',
    'jose@gmiál.con',
    'jose@\ud800.con',
    'jose@%E0.con',
    'jose@gmial.con!',
  ])('for %s', (email) => {
    expect(suggestEmail(email)).toBeNull()
  })
})
