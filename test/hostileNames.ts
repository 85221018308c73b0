/**
 * Names of users and projects that abuse a mail: links, headers, markup, line breaks, reading
 * direction, length.
 */
export const hostileNames = [
  'https://evil.example/login',
  'http://evil.example',
  'HTTPS://EVIL.EXAMPLE',
  'evil.example',
  'www.evil.example/login?a=b',
  'Sign in at evil.example now',
  'evil\u3002example',
  'evil\uff0eexample',
  'evil.\u200bexample',
  'evil.\u200cexample',
  'evil\u00ad.example',
  'xn--vil-1ma.example',
  'https://192.0.2.1/a',
  '192.0.2.1',
  'https://localhost/a',
  'https:\\\\evil.example',
  'mailto:mara@evil.example',
  'mara@evil.example',
  'javascript:alert(1)',
  'tel:+15550100',
  '//evil.example/a',
  'a.evil.example',
  '[Night Ferry](https://evil.example)',
  '<a href="https://evil.example">Night Ferry</a>',
  '"><img src=x onerror=alert(1)>',
  'Night Ferry\r\nBcc: all@evil.example',
  'Night Ferry\n\nhttps://evil.example/a\n',
  'Night Ferry\u2028https://evil.example/a',
  'Night\u0000Ferry\u001b[2J',
  '\u202egnp.elpmaxe.live',
  'x'.repeat(2000),
  `${'evil.example '.repeat(100)}`,
];

/**
 * Text that mail programs turn into links on their own: schemes, host names, IP addresses, mail
 * addresses.
 */
export const linkLike =
  /[a-z][a-z0-9+.-]*:[/\\a-z+]|[\p{L}\p{N}-][.\u3002\uff0e\uff61](?:\u200b|\u200c|\u200d|\u2060|\u00ad)*\p{L}|\d+\.\d+\.\d+\.\d+/iu;
