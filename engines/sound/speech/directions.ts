/** A piece of spoken text with the pause after it. */
export interface SpokenSegment {
  text: string;
  pauseSeconds: number;
}

const beatSeconds = 0.7;
const longBeatSeconds = 1.4;
const shortDirectionSeconds = 0.25;

/** Beginnings of directions. Any other text in round brackets is spoken, as in "a man (40s)". */
const beginnings = `
  beat pause then$ silence moment wait stop turn
  whisper shout yell laugh chuckl giggl sigh cry crie sob sniff cough gasp groan moan sing mumbl mutter clear
  sotto quiet soft loud angri sarcas smil grin nod shrug looking reading
  cont['’.] continu o\\.?s v\\.?o o\\.?c to\\s into\\s re:|re\\s on\\s(?:the\\s)?(?:phone|radio) off\\s over\\s under\\s`;
const roundDirection = new RegExp(
  `^(?:a |long |short |another )?(?:${beginnings.trim().split(/\s+/).join('|')})`,
  'i',
);

const bracketed = /\[([^[\]]*)\]|\(([^()]*)\)/g;

/** Split a text at its bracketed directions, which become pauses and are never spoken. */
export function withoutDirections(text: string): SpokenSegment[] {
  const segments: SpokenSegment[] = [];
  let from = 0;
  for (const { 0: whole, 1: square, 2: round, index } of text.matchAll(bracketed)) {
    const direction = (square ?? round ?? '').trim();
    if (square === undefined && !roundDirection.test(direction)) continue;
    segments.push({ text: text.slice(from, index), pauseSeconds: lengthOf(direction) });
    from = index + whole.length;
  }
  segments.push({ text: text.slice(from), pauseSeconds: 0 });
  return segments;
}

function lengthOf(direction: string): number {
  if (/long|silence/i.test(direction)) return longBeatSeconds;
  return /beat|pause|moment|wait/i.test(direction) ? beatSeconds : shortDirectionSeconds;
}
