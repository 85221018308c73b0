/**
 * Return a text whose dotted i has its Turkish capital, İ. All other letters get the right capitals
 * in every language, so that a text in capitals needs to know its language only when it is written.
 */
export function turkishCapitals(text: string): string {
  return text.replaceAll('i', 'İ');
}
