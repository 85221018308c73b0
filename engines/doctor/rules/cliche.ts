import { isActionType } from '#screenplay/elementTypes/predicates.ts';
import { inSentence, type LineRule, quoteShort, type RuleFault } from '../rule.ts';

const inAction: readonly RegExp[] = [
  /\b(?:a )?single tear (?:rolls|runs|slides|falls|trickles|escapes)\b/i,
  /\b(?:lets? out|releases?) a breath (?:(?:s?he|they) (?:did(?: not|n['’]t)|had(?: not|n['’]t)) (?:know|realised?|realized?|known) (?:s?he|they) (?:was|were|had been) holding)/i,
  /\btime (?:stands still|seems to stop|slows to a crawl)\b/i,
  /\b(?:a )?deafening silence\b/i,
  /\byou could (?:cut the tension|hear a pin drop)\b/i,
  /\b(?:as )?white as a (?:sheet|ghost)\b/i,
  /\b(?:as )?quiet as a mouse\b/i,
  /\b(?:as )?(?:pretty as a picture|strong as an ox|cold as ice|hard as nails|black as night|light as a feather|busy as a bee|sharp as a tack)\b/i,
  /\blike a deer (?:caught )?in (?:the )?headlights\b/i,
  /\b(?:his|her|their) (?:blood runs cold|heart skips a beat|jaw (?:drops|hits the floor)|eyes widen in (?:horror|terror|shock|surprise))\b/i,
  /\b(?:his|her) heart (?:pounds|hammers|races) in (?:his|her) chest\b/i,
  /\ball hell breaks loose\b/i,
  /\bin the blink of an eye\b/i,
  /\b(?:with )?nerves of steel\b/i,
  /\bthe calm before the storm\b/i,
  /\b(?:a )?(?:knowing|meaningful) (?:glance|look) (?:passes )?between\b/i,
  /\bdrop-dead gorgeous\b/i,
  /\bruggedly handsome\b/i,
  /\bbeautiful but (?:she )?does(?: not|n['’]t) know it\b/i,
  /\b(?:a )?chill (?:runs|creeps) (?:down|up) (?:his|her|their) spines?\b/i,
  /\beerily (?:quiet|silent)\b/i,
  /\bwakes? up in a cold sweat\b/i,
  /\bbolts? upright in bed\b/i,
  /\bpiercing (?:blue|green) eyes\b/i,
];

const inDialogue: readonly RegExp[] = [
  /\bwe['’]ve got company\b/i,
  /\b(?:I['’]ve got|I have) a bad feeling about this\b/i,
  /\b(?:it['’]s|almost|a little|a bit) too quiet\b(?=[.!]*$)/i,
  /\byou just don['’]t get it\b/i,
  /\bwe(?:['’]re| are) not so different, you and I\b/i,
  /\bthis ends (?:now|tonight|here)\b/i,
  /\bthere['’]s no time to explain\b/i,
  /\bit(?:['’]s| is) not what it looks like\b/i,
  /\bis that all you(?:['’]ve| have) got\b/i,
  /\bdon['’]t you (?:dare )?die on me\b/i,
  /\bwhat could possibly go wrong\b/i,
  /\bwe can do this the easy way or the hard way\b/i,
  /\bI(?:['’]m| am) getting too old for this\b/i,
  /\byou(?:['’]ll| will) never get away with (?:this|it)\b/i,
  /\bI was born ready\b/i,
  /\bwe need to talk\b(?=[.!]*$)/i,
  /\bit is what it is\b/i,
  /\bfollow your heart\b/i,
  /\bat the end of the day,/i,
  /\bthink outside the box\b/i,
];

/** Combine all phrases into one pattern: most lines have none, and one search is enough. */
const anyOf = (phrases: readonly RegExp[]) => new RegExp(phrases.map(({ source }) => source).join('|'), 'i');
const any = { action: anyOf(inAction), dialogue: anyOf(inDialogue) };

/** Reports worn phrases. Offers no rewrite: a fresh phrase is up to the writer. */
export const cliche: LineRule = {
  scope: 'line',
  id: 'cliche',
  name: 'Cliché',
  reason:
    'Everybody has met this phrase, so nobody sees anything in it. Say what only this person in this place would do or say.',
  confidence: 0.75,
  types: ['action', 'dialogue'],
  find({ sentences, element, text }) {
    const isAction = isActionType(element.elementType);
    if (!any[isAction ? 'action' : 'dialogue'].test(text)) return [];
    const phrases = isAction ? inAction : inDialogue;
    return sentences.flatMap((sentence): RuleFault[] => {
      for (const phrase of phrases) {
        const match = phrase.exec(sentence.text);
        if (match) return [inSentence(sentence, `${quoteShort(match[0])} is a cliché`, null)];
      }
      return [];
    });
  },
};
