/** Convert text to a storable form: line feeds only, no control characters, no lone surrogates. */
export function toStorableText(text: string): string {
  const lines = text.replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n').replaceAll('\u00a0', ' ');
  const visible = lines.replace(/[^\P{Cc}\t\n]|[\ufeff\ufffe\uffff]/gu, '');
  return visible.isWellFormed() ? visible : visible.replace(/\p{Surrogate}/gu, '');
}
