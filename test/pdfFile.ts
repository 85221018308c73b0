/** Write a small PDF with these drawing commands, one page each, in Courier. */
export function pdfOf(pages: readonly string[]): Buffer {
  const objects: string[] = [];
  const add = (text: string) => objects.push(text);
  const firstPage = 4;
  const kids = pages.map((_, index) => `${firstPage + 2 * index} 0 R`).join(' ');
  add('<</Type/Catalog/Pages 2 0 R>>');
  add(`<</Type/Pages/Count ${pages.length}/Kids[${kids}]>>`);
  add('<</Type/Font/Subtype/Type1/BaseFont/Courier>>');
  for (const [index, commands] of pages.entries()) {
    const content = firstPage + 2 * index + 1;
    add(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>/Contents ${content} 0 R>>`,
    );
    add(`<</Length ${commands.length}>>stream\n${commands}\nendstream`);
  }
  const parts = ['%PDF-1.4\n'];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [index, object] of objects.entries()) {
    const part = `${index + 1} 0 obj\n${object}\nendobj\n`;
    offsets.push(length);
    parts.push(part);
    length += part.length;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`);
  parts.push(`trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${length}\n%%EOF\n`);
  return Buffer.from(parts.join(''), 'latin1');
}
