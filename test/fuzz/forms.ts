import type { Random } from '#test/random.ts';

/** A multipart request as it is sent. */
export interface Form {
  contentType: string;
  body: Buffer;
}

const contents = [
  'INT. DECK - DAY\n\nWaves.\n',
  '',
  '\0\0\0',
  '<?xml version="1.0"?><FinalDraft><Content><Paragraph Type="Action"><Text>Waves.</Text></Paragraph></Content></FinalDraft>',
  '<?xml version="1.0"?><FinalDraft><Content><Paragraph Type="',
  '<?xml version="1.0" encoding="x"?><FinalDraft/>',
  `Title: ${'x'.repeat(3000)}\n\nMARA\nForty-one.\n`,
  'Title: a\ud83d\n\nA\ufffe\u200b\n',
  '<!DOCTYPE a [<!ENTITY b "c">]><FinalDraft>&b;</FinalDraft>',
];

const fileNames = [
  ...['ferry.fountain', 'ferry.fdx', 'a\0b.fdx', '.fdx', '', '../../ferry.fdx', 'C:\\ferry.fdx', 'ferry.FDX'],
  ...[
    '"ferry.fdx',
    'ferry%00.fdx',
    '%.fdx',
    '\ud83d.fdx',
    `${'x'.repeat(5000)}.fdx`,
    '__proto__',
    'ferry.fdx;',
    '👩‍🚀.fountain',
  ],
];

const fieldNames = ['other', '', '__proto__', 'constructor', 'a\0b', 'x'.repeat(2000)];

const partHeads = [
  '',
  'Content-Type: application/octet-stream\r\n',
  'Content-Type: text/plain; charset=nothing\r\n',
  'Content-Type: application/json\r\n',
  'Content-Type: multipart/mixed; boundary=x\r\n',
  'Content-Transfer-Encoding: base64\r\n',
  'Content-Transfer-Encoding: nothing\r\n',
  'Content-Type\r\n',
  ': \r\n',
  '\0: a\r\n',
  'X-Many: a\r\n'.repeat(101),
  'X-Many: a\r\n'.repeat(3000),
  `X-Long: ${'a'.repeat(90_000)}\r\n`,
];

/** Return a form with a script that may have faults in its parts, its boundaries or its end. */
export function oddForm(random: Random): Form {
  const isOdd = () => random.chance(0.15);
  const border = isOdd() ? random.pick(['x'.repeat(70), 'x'.repeat(200), "a'b()+_,-./:=?"]) : 'ferry';
  const count = isOdd() ? random.pick([0, 2, 3, 7]) : 1;
  const parts = Array.from({ length: count }, () => oddPart(random, border, isOdd));
  const end = isOdd() ? random.pick([`--${border}--`, `--${border}`, '--', '']) : `--${border}--\r\n`;
  const whole = Buffer.concat([...parts, Buffer.from(end)]);
  return {
    contentType: oddContentType(random, border, isOdd()),
    body: isOdd() ? whole.subarray(0, random.below(whole.length + 1)) : whole,
  };
}

function oddPart(random: Random, border: string, isOdd: () => boolean): Buffer {
  const fileName = isOdd() ? random.pick(fileNames) : 'ferry.fountain';
  const file = isOdd()
    ? random.pick([
        `; filename=${fileName}`,
        `; filename*=UTF-8''${encodeURIComponent(fileName.toWellFormed())}`,
        `; filename*=nothing'x'%ff%00`,
        '; filename*=',
        '; filename',
        '',
      ])
    : `; filename="${fileName}"`;
  const field = isOdd() ? random.pick(fieldNames) : 'scriptFile';
  const disposition = isOdd()
    ? random.pick([`Content-Disposition: attachment${file}\r\n`, 'Content-Disposition:\r\n', ''])
    : `Content-Disposition: form-data; name="${field}"${file}\r\n`;
  const lineEnd = random.chance(0.03) ? '\n' : '\r\n';
  const more = isOdd() ? random.pick(partHeads) : 'Content-Type: application/octet-stream\r\n';
  return Buffer.from(
    `--${border}${lineEnd}${disposition}${more}${lineEnd}${random.pick(contents)}${lineEnd}`,
  );
}

function oddContentType(random: Random, border: string, isOdd: boolean): string {
  const right = `multipart/form-data; boundary=${/[^\w-]/.test(border) ? `"${border}"` : border}`;
  if (!isOdd) return right;
  return random.pick([
    'multipart/form-data',
    'multipart/form-data;',
    'multipart/form-data; boundary',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary=""',
    'multipart/form-data; boundary="',
    `multipart/form-data; boundary=${border}x`,
    `multipart/form-data; boundary=${border}; boundary=other`,
    `multipart/form-data; charset=nothing; boundary=${border}`,
    `multipart/form-data; boundary*=UTF-8''%00`,
    `multipart/mixed; boundary=${border}`,
    `multipart/; boundary=${border}`,
    'multipart',
    `MULTIPART/FORM-DATA; BOUNDARY=${border}`,
    'application/x-www-form-urlencoded',
  ]);
}
