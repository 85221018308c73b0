import { escapeHtml } from '#screenplay/reading.ts';

/** Content of a mail as plain text: names and titles may contain anything. */
export interface MailContent {
  subject: string;
  /** Heading in large type. */
  heading: string;
  paragraphs: readonly string[];
  /** Six digits, shown large. */
  code?: string;
  /** The action as a button; `href` is an address of this application. */
  action?: { label: string; href: string };
  /** Smaller text below the button. */
  notes?: readonly string[];
  /** Mail addresses that stay intact. Other addresses are broken up. */
  addresses?: readonly string[];
}

export interface ComposedMail {
  subject: string;
  text: string;
  html: string;
}

/**
 * Maximum characters of a subject. Mail programs show fewer, and a project title may have hundreds.
 */
const maxSubject = 160;

/**
 * Compose a mail: its subject in one line, its text, and HTML that looks like the product in light
 * and dark mail programs. Every mail is composed here, so none can contain a header, markup or link
 * that a user typed: the only link is that of the action.
 */
export function composeMail(given: MailContent): ComposedMail {
  const href = given.action && webAddress(given.action.href);
  const content = withoutLinks(given);
  return {
    subject: content.subject,
    text: textOf(content, href),
    html: htmlOf(content, href),
  };
}

/**
 * Return the content with each text in one line, and without anything that mail programs turn into
 * a link.
 */
function withoutLinks({ addresses = [], ...content }: MailContent): MailContent {
  const plain = (text: string) => unlinked(oneLine(text), addresses);
  const { subject, heading, paragraphs, action, notes = [] } = content;
  return {
    ...content,
    subject: cutTo(plain(subject), maxSubject),
    heading: cutTo(plain(heading), maxSubject),
    paragraphs: paragraphs.map(plain),
    ...(action && { action: { ...action, label: plain(action.label) } }),
    notes: notes.map(plain),
  };
}

/** Characters that mail programs and browsers read as the dot of a host name. */
const hostDot = /(?<=[^\s.])([.\u3002\uff0e\uff61])(?=(?:\u200c|\u200d)*[\p{L}\p{M}])/gu;
const scheme = /(?<=[\p{L}\p{N}])([:\uff1a])(?=[/\\\p{L}+@])/gu;
const ipAddress = /\b\d{1,3}(?:[.\u3002\uff0e\uff61]\d{1,3}){3}\b/gu;

/**
 * Insert a space after the dots of host names and the colons of schemes. Mail programs turn
 * "evil.example" into a link, in plain text and in HTML, but not "evil. example". Invisible
 * characters would have the same effect, but spam filters penalise them.
 */
function unlinked(text: string, addresses: readonly string[]): string {
  const [address, ...others] = addresses;
  if (address !== undefined && address !== '') {
    const alone = new RegExp(
      `(?<![^\\s(])${address.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?![^\\s),.:])`,
      'u',
    );
    return text
      .split(alone)
      .map((part) => unlinked(part, others))
      .join(address);
  }
  return text
    .replace(/\u200b|\u2060|\ufeff|\u00ad/g, '')
    .replace(ipAddress, (found) => found.replace(/\D/g, '$& '))
    .replace(hostDot, '$1 ')
    .replace(scheme, '$1 ');
}

/**
 * Remove line breaks, which would start another header, and marks that change the text direction.
 */
export function oneLine(text: string): string {
  return text
    .replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
}

/** Cut a text to a number of characters, with an ellipsis at its end. */
export function cutTo(text: string, maxLetters: number): string {
  const letters = [...text];
  return letters.length > maxLetters ? `${letters.slice(0, maxLetters - 1).join('')}…` : text;
}

function webAddress(href: string): string {
  const { protocol } = new URL(href);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error(`A mail links to ${protocol}`);
  // The normalised spelling has no spaces or quotation marks that would end it early.
  return new URL(href).href;
}

function textOf({ heading, paragraphs, code, action, notes = [] }: MailContent, href?: string): string {
  const parts = [
    heading,
    ...paragraphs,
    ...(code === undefined ? [] : [code]),
    ...(action && href ? [`${action.label}:\n${href}`] : []),
    ...notes,
  ];
  return `${parts.join('\n\n')}\n\n-- \nCold Open\n`;
}

/**
 * Colours of the product (web/tokens.css) for mail programs: in attributes first, dark ones in a
 * media query.
 */
const styles = `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .desk { background: #151412 !important; }
  .sheet { background: #1e1c1a !important; border-color: #36322d !important; }
  .ink { color: #ece8e1 !important; }
  .ink-2 { color: #a29b8f !important; }
  .code { background: #262421 !important; color: #ece8e1 !important; }
  .button { background: #e2725b !important; border-color: #e2725b !important; color: #1c0f0b !important; }
}`;

const ui = "'Instrument Sans', 'Helvetica Neue', Helvetica, Arial, sans-serif";
const display = "Newsreader, 'Iowan Old Style', Georgia, serif";
const script = "'Courier Prime', 'Courier New', Courier, monospace";

function htmlOf(
  { subject, heading, paragraphs, code, action, notes = [] }: MailContent,
  href?: string,
): string {
  const blocks = [
    `<h1 class="ink" style="margin:0 0 16px;font:500 28px/33px ${display};color:#1d1b18">${escapedLine(heading)}</h1>`,
    ...paragraphs.map((text) =>
      paragraph(text, 'ink', 'margin:0 0 16px;font-size:16px;line-height:24px;color:#1d1b18'),
    ),
    ...(code === undefined ? [] : [codeBlock(code)]),
    ...(action && href ? [button(action.label, href)] : []),
    ...notes.map((text) =>
      paragraph(text, 'ink-2', 'margin:0 0 8px;font-size:13px;line-height:20px;color:#6b665d'),
    ),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${escapedLine(subject)}</title>
<style>${styles}
</style>
</head>
<body class="desk" style="margin:0;padding:0;background:#f7f5f0;font-family:${ui}">
<table role="presentation" class="desk" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f7f5f0" style="background:#f7f5f0">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td class="ink" style="padding:0 0 20px;font:700 15px/20px ${script};letter-spacing:0.09em;text-decoration:underline;color:#1d1b18">COLD OPEN</td></tr>
<tr><td class="sheet" bgcolor="#ffffff" style="padding:32px;background:#ffffff;border:1px solid #e2ddd3;border-radius:10px;font-family:${ui}">
${blocks.join('\n')}
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function paragraph(text: string, tone: string, style: string): string {
  return `<p class="${tone}" dir="auto" style="${style}">${escapedLine(text)}</p>`;
}

function codeBlock(code: string): string {
  return `<p class="code" style="margin:0 0 24px;padding:12px 16px;border-radius:8px;background:#f0ede6;font:700 28px/36px ${script};letter-spacing:0.18em;color:#1d1b18">${escapedLine(code)}</p>`;
}

/**
 * Render the action as a button, with its address below: some programs do not show links, and
 * readers may want to check it.
 */
function button(label: string, href: string): string {
  const address = escapedLine(href);
  return `<p style="margin:8px 0 24px"><a class="button" href="${address}" style="display:inline-block;padding:10px 20px;border:1px solid #b8432a;border-radius:8px;background:#b8432a;font-size:14px;font-weight:600;line-height:21px;color:#ffffff;text-decoration:none">${escapedLine(label)}</a></p>
<p class="ink-2" style="margin:0 0 24px;font-size:12px;line-height:16px;color:#6b665d;word-break:break-all">${address}</p>`;
}

function escapedLine(text: string): string {
  return escapeHtml(oneLine(text));
}
