/*
 * Lines that are an opening or a transition by their words alone (decision OQ-122), whatever type
 * they have: FADE IN: and CUT TO: are no scene and no character.
 */

/** Openings in English, German, French, Spanish, Italian and Portuguese, without accents. */
const openings = new Set([
  ...['FADE IN', 'FADE UP', 'FADE IN ON', 'OPEN ON BLACK', 'OVER BLACK'],
  ...['AUFBLENDE', 'AUFBLENDE AUS SCHWARZ', 'AUF SCHWARZ'],
  ...['OUVERTURE AU NOIR', 'OUVERTURE EN FONDU', "FONDU D'OUVERTURE", "FONDU A L'OUVERTURE"],
  ...['FUNDIDO DE APERTURA', 'FUNDIDO DE ENTRADA', 'ABRE DE NEGRO'],
  ...['DISSOLVENZA IN APERTURA', 'DISSOLVENZA DAL NERO', 'ABERTURA EM FADE', 'ABRE DO PRETO'],
]);

const transitions = new Set([
  ...['FADE OUT', 'FADE TO BLACK', 'FADE TO WHITE', 'CUT TO BLACK', 'CUT TO WHITE', 'BLACKOUT'],
  ...['DISSOLVE', 'SMASH CUT', 'MATCH CUT', 'JUMP CUT', 'TIME CUT', 'FLASH CUT', 'IRIS OUT', 'WIPE'],
  ...['INTERCUT', 'INTERCUT WITH', 'BACK TO SCENE'],
  ...['ABBLENDE', 'ABBLENDE INS SCHWARZE', 'SCHNITT', 'SCHNITT AUF', 'SCHNITT ZU', 'UBERBLENDUNG'],
  ...['FONDU AU NOIR', 'FONDU AU BLANC', 'FONDU ENCHAINE', 'FERMETURE AU NOIR', 'COUPE A', 'COUPE SUR'],
  ...['FUNDIDO A NEGRO', 'FUNDIDO A BLANCO', 'FUNDIDO ENCADENADO', 'CORTE A'],
  ...['DISSOLVENZA IN CHIUSURA', 'DISSOLVENZA INCROCIATA', 'DISSOLVENZA A NERO', 'STACCO SU'],
  ...['CORTA PARA', 'FUSAO PARA', 'ESCURECIMENTO'],
]);

const maxLength = 40;

/**
 * Return the type of a line that consists of an opening or a transition; null for any other line.
 * Unknown words before TO: count only in capitals, because a sentence may end in "to:".
 */
export function directionType(text: string): 'action' | 'transition' | null {
  const line = text.trim();
  if (line.length === 0 || line.length > maxLength) return null;
  const words = withoutAccents(line.toUpperCase()).replace(/\s*[.:…]+$/u, '');
  if (openings.has(words)) return 'action';
  if (transitions.has(words)) return 'transition';
  return /^\p{L}[\p{L} ]* TO:$/u.test(line) && line === line.toUpperCase() ? 'transition' : null;
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replace('’', "'");
}
