export type PersonGender = 'woman' | 'man';

const female =
  /\b(?:she|her|hers|herself|woman|girl|lady|mother|mum|mom|daughter|sister|wife|widow|aunt|niece|grandmother|queen|princess|actress|waitress|nun)\b/gi;
const male =
  /\b(?:he|him|his|himself|man|boy|gentleman|father|dad|son|brother|husband|widower|uncle|nephew|grandfather|king|prince|actor|waiter|monk)\b/gi;

/** Relatives of the described person: "her brother" describes a woman. */
const relatives =
  /(?<=\b(?:his|her|their|my)\s(?:\w+\s)?)(?:mother|mum|mom|father|dad|daughter|son|sister|brother|wife|husband|aunt|uncle|niece|nephew|grandmother|grandfather|boy|girl|lady|man|woman)\b/gi;

/**
 * Return the gender of the described person, by the more frequent gendered words; null if
 * undecided.
 */
export function genderInText(description: string): PersonGender | null {
  const text = description.replace(relatives, '');
  const balance = (text.match(female)?.length ?? 0) - (text.match(male)?.length ?? 0);
  if (balance === 0) return null;
  return balance > 0 ? 'woman' : 'man';
}
