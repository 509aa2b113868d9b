import { expect, it } from 'vitest'
import { mailboxOf } from '@/lib/leads/mailbox'

it.each([
  ['ana@ruiz.com', 'ana@ruiz.com|Ana@RUIZ.com|ana+1@ruiz.com|ANA+a+b@ruiz.com|ana+@ruiz.com'],
  ['ana@ruiz.com', 'ana@ｒｕｉｚ.com|ana@ruiz.com。|ana@ⓡuiz.ｃom|ana@𝐫𝐮𝐢𝐳.com|ana@ruiz.com\ufe0f'],
  // The form refuses these.
  ['ana@ruiz.com', '"ana"@ruiz.com|a\\na@ruiz.com|ana(at home)@(x)ruiz.com|ana@ruiz.com..'],
  ['josé@xn--exmple-cua.de', 'josé@exämple.de|José@EXÄMPLE.de|josé+1@xn--exmple-cua.de'],
  ['an.a@ruiz+1.com', 'an.a@ruiz+1.com'],
  ['ana@gmail.com', 'ana@gmail.com|a.n.a@gmail.com|A.na+1@GoogleMail.com|ana@googlemail.com.'],
  [
    'anaruiz@proton.me',
    'ana.ruiz@proton.me|Ana-Ruiz@proton.me|a_na.ruiz+1@protonmail.com|anaruiz@pm.me',
  ],
  ['a.na-r@icloud.com', 'a.na-r@icloud.com|A.na-r@me.com|a.na-r+1@mac.com'],
  [
    'ana.ruiz@yandex.ru',
    'ana.ruiz@yandex.ru|ana-ruiz@yandex.com|ana.ruiz@ya.ru|ana-ruiz@yandex.com.tr',
  ],
  ['ana@fastmail.com', 'ana@fastmail.com|x@ana.fastmail.com|x.y+1@ana.fastmail.com'],
  // Elsewhere, dots and hyphens count.
  ['a.na@ruiz.com', 'a.na@ruiz.com|A.na+1@ruiz.com'],
  ['a-na@me.example.com', 'a-na@me.example.com'],
  ['x@ana.fastmail.com.example', 'x@ana.fastmail.com.example'],
  // No domain.
  ['ana@a..b', 'ana@a..b|Ana@A..B'],
  ...['ana@ruiz.com/au', 'ana@ruiz.com?au', 'ana@ruiz.com#au'].map((address) => [address, address]),
])('the mailbox %s has one name in all its spellings: %s', (mailbox, spellings) => {
  expect(spellings.split('|').map(mailboxOf)).toEqual(spellings.split('|').map(() => mailbox))
})
