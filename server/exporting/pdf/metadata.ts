import { type PdfWriter, textString } from './writer.ts';

/** Metadata of the document. */
export interface DocumentFacts {
  title: string;
  author: string;
  language: string;
  /** Null if the same script must always return the same bytes. */
  createdAt: Date | null;
  /** Code of this copy; "" for none. */
  copyCode?: string;
}

const product = 'Cold Open';

/** Write the information dictionary and return its object number. */
export function writeInfo(pdf: PdfWriter, { title, author, createdAt, copyCode }: DocumentFacts): number {
  const created = createdAt
    ? `/CreationDate(D:${createdAt.toISOString().slice(0, 19).replace(/\D/g, '')}Z)`
    : '';
  const by = author ? `/Author ${textString(author)}` : '';
  const copy = copyCode ? `/Keywords ${textString(copyCode)}` : '';
  return pdf.put(
    `<</Title ${textString(title)}${by}${copy}/Creator(${product})/Producer(${product})${created}>>`,
  );
}

/** Write the same metadata as XMP for newer readers and return its object number. */
export function writeXmp(
  pdf: PdfWriter,
  { title, author, language, createdAt, copyCode }: DocumentFacts,
): number {
  const xml = [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"',
    ' xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/"',
    ' xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">',
    // The file keeps the rules of PDF/UA-1 (test/pdfUa.ts).
    '<pdfuaid:part>1</pdfuaid:part>',
    '<dc:format>application/pdf</dc:format>',
    `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escaped(title)}</rdf:li></rdf:Alt></dc:title>`,
    author ? `<dc:creator><rdf:Seq><rdf:li>${escaped(author)}</rdf:li></rdf:Seq></dc:creator>` : '',
    `<dc:language><rdf:Bag><rdf:li>${escaped(language)}</rdf:li></rdf:Bag></dc:language>`,
    `<xmp:CreatorTool>${product}</xmp:CreatorTool><pdf:Producer>${product}</pdf:Producer>`,
    copyCode ? `<pdf:Keywords>${escaped(copyCode)}</pdf:Keywords>` : '',
    createdAt ? `<xmp:CreateDate>${createdAt.toISOString().slice(0, 19)}Z</xmp:CreateDate>` : '',
    '</rdf:Description></rdf:RDF></x:xmpmeta>',
    '<?xpacket end="w"?>',
  ].join('');
  return pdf.putPlainStream(Buffer.from(xml), '/Type/Metadata/Subtype/XML');
}

/** Escape a text for XML 1.0 and remove characters that XML cannot contain. */
function escaped(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>]/g, (char) => entities[char] ?? char);
}
