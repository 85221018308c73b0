import { describe, expect, test } from 'vitest';
import { composeMail, type MailContent } from './composeMail.ts';

const ticket: MailContent = {
  subject: 'Your ticket',
  heading: 'Come aboard',
  paragraphs: ['The ferry leaves at eight.', 'Bring a coat.'],
  code: '123456',
  action: { label: 'Show the ticket', href: 'https://ferry.example/tickets/7' },
  notes: ['It works once.'],
};

test('composeMail contains everything as text, with the link on a separate line', () => {
  expect(composeMail(ticket).text).toBe(
    [
      'Come aboard',
      'The ferry leaves at eight.',
      'Bring a coat.',
      '123456',
      'Show the ticket:\nhttps://ferry.example/tickets/7',
      'It works once.',
      '-- \nCold Open\n',
    ].join('\n\n'),
  );
});

test('composeMail contains the same in the HTML, with colours for light and dark mail programs', () => {
  const { html } = composeMail(ticket);
  const texts = ['Come aboard', 'The ferry leaves at eight.', 'Bring a coat.', '123456', 'It works once.'];
  for (const words of [...texts, 'COLD OPEN']) expect(html).toContain(`>${words}<`);
  expect(html).toMatch(/<a [^>]*href="https:\/\/ferry\.example\/tickets\/7"[^>]*>Show the ticket<\/a>/);
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).toContain('@media (prefers-color-scheme: dark)');
  expect(html).not.toMatch(/<(script|img|link)\b|url\(/);
});

describe('user text in a mail', () => {
  const hostile = '"><script>alert(1)</script>\r\nBcc: all@example.com\u2028\u202e\0x';

  test('is escaped in the HTML', () => {
    const content = {
      ...ticket,
      subject: hostile,
      heading: hostile,
      paragraphs: [hostile],
      notes: [hostile],
    };
    const { html } = composeMail({
      ...content,
      code: hostile,
      action: { label: hostile, href: 'https://a.b' },
    });
    expect(html).not.toContain('<script');
    expect(html.match(/&quot;&gt;&lt;script&gt;/g)).toHaveLength(6);
  });

  test('creates neither a header nor a line, and does not change the text direction', () => {
    const { subject, text } = composeMail({
      ...ticket,
      subject: `${hostile} Night Ferry`,
      paragraphs: [hostile],
    });
    expect(subject).toBe('"><script>alert(1)</script> Bcc: all@example. com x Night Ferry');
    expect(text.split('\n')).toContain('"><script>alert(1)</script> Bcc: all@example. com x');
  });

  test('is truncated in the subject between two letters', () => {
    const { subject } = composeMail({ ...ticket, subject: '🎬'.repeat(300) });
    expect([...subject]).toEqual([...'🎬'.repeat(159), '…']);
  });
});

test('leaves named mail addresses intact', () => {
  const { text } = composeMail({
    ...ticket,
    paragraphs: ['mara@ferry.example (mara@ferry.example) and xmara@ferry.example', 'St. Pauli, v1.2, 12:30'],
    addresses: ['mara@ferry.example'],
  });
  expect(text).toContain('\nmara@ferry.example (mara@ferry.example) and xmara@ferry. example\n');
  expect(text).toContain('\nSt. Pauli, v1.2, 12:30\n');
});

test('cannot break out of the link, which must be a web address', () => {
  const to = (href: string) => composeMail({ ...ticket, action: { label: 'Go', href } });
  expect(() => to('javascript:alert(1)')).toThrow('A mail links to javascript:');
  expect(to('https://ferry.example/?a="b" c').html).toContain('href="https://ferry.example/?a=%22b%22%20c"');
});
