/*
 * Lines that are an opening or a transition by their words alone (decision OQ-122), whatever type
 * they have: FADE IN: and CUT TO: are no scene and no character.
 */

/** Openings in the languages of the dictionaries that writers use most. */
const openings = new Set([
  ...['FADE IN', 'FADE UP', 'FADE IN ON', 'OPEN ON BLACK', 'OVER BLACK'],
  ...['AUFBLENDE', 'OUVERTURE AU NOIR', 'FONDU D’OUVERTURE', "FONDU D'OUVERTURE"],
  ...['FUNDIDO DE APERTURA', 'ABRE DE NEGRO', 'DISSOLVENZA IN APERTURA', 'ABERTURA EM FADE'],
]);

const transitions = new Set([
  ...['FADE OUT', 'FADE TO BLACK', 'FADE TO WHITE', 'CUT TO BLACK', 'CUT TO WHITE', 'BLACKOUT'],
  ...['DISSOLVE', 'SMASH CUT', 'MATCH CUT', 'JUMP CUT', 'TIME CUT', 'FLASH CUT', 'IRIS OUT', 'WIPE'],
  ...['INTERCUT', 'INTERCUT WITH', 'BACK TO SCENE'],
  ...['ABBLENDE', 'SCHNITT', 'FONDU AU NOIR', 'FUNDIDO A NEGRO', 'CORTE A', 'DISSOLVENZA IN CHIUSURA'],
]);

const maxLength = 40;

/**
 * Return the type of a line that consists of an opening or a transition; null for any other line.
 * Unknown words before TO: count only in capitals, because a sentence may end in "to:".
 */
export function directionType(text: string): 'action' | 'transition' | null {
  const line = text.trim();
  if (line.length === 0 || line.length > maxLength) return null;
  const words = line.toUpperCase().replace(/\s*[.:…]+$/u, '');
  if (openings.has(words)) return 'action';
  if (transitions.has(words)) return 'transition';
  return /^\p{L}[\p{L} ]* TO:$/u.test(line) && line === line.toUpperCase() ? 'transition' : null;
}
