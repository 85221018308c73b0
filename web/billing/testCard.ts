/** Values of the test mode's card form. */
export interface TestCard {
  number: string;
  expires: string;
  code: string;
}

/** Group digits while typing: "4242424242424242" → "4242 4242 4242 4242". */
export function grouped(number: string): string {
  const digits = number.replace(/\D/g, '').slice(0, 16);
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ');
}

/** Return the error of each field. */
export function cardProblems({ number, expires, code }: TestCard, now: Date): Partial<TestCard> {
  return {
    ...(number.replaceAll(' ', '').length !== 16 && { number: 'A card number has 16 digits.' }),
    ...(!isAhead(expires, now) && { expires: 'Enter an expiry date in the future, such as 04 / 29.' }),
    ...(!/^\d{3,4}$/.test(code.trim()) && { code: 'Enter the three- or four-digit security code.' }),
  };
}

function isAhead(expires: string, now: Date): boolean {
  const [, month = '', year = ''] = /^\s*(\d{1,2})\s*\/?\s*(\d{2})\s*$/.exec(expires) ?? [];
  const months = (2000 + Number(year)) * 12 + Number(month) - 1;
  return Number(month) >= 1 && Number(month) <= 12 && months >= now.getFullYear() * 12 + now.getMonth();
}
