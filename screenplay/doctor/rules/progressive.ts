import { isShouted, type Stretch, wordsOf } from '../language/sentences.ts';
import { verbWith } from '../language/verbs.ts';
import { type Edit, inSentence, type LineRule, quoted } from '../rule.ts';

// Verbs of which "is walking" and "walks" tell the same picture. Those of a change that "is" only begins
// (sink, die, leave) are not among them.
const lasting = new Set(
  `ache aim argue bang bark beat bleed blink blow boil burn carry chase chat chew chop chuckle clap clean climb cling
   clutch collect comb cook cough count crawl creep cross crouch cry dance dig draw drift drink drip drive drum dry eat
   face feed fight flicker float flow fly fumble gallop gasp gaze giggle glare gleam glow grin grip groan grope growl
   grumble guard gulp hang haul hold hover howl hum hunt inspect jog juggle kneel knit knock laugh lead lean lick lie
   limp listen load lug march measure mend mop mumble murmur mutter nod pace pack paddle paint pant patrol pedal peel
   peer plead play plod pound pour pray press pull pump push race rain rattle read rehearse rest ride ring rinse rock
   row rub rummage run sail scan scowl scrape scratch scream scribble scrub search sew shake shave shine shiver shout
   shuffle sigh sing sip sit sketch skip sleep smile smoke smoulder snarl sniff snore sob speak spin sprint squint stagger
   stamp stand stare stir stitch stoop stroke stroll struggle study stumble sway sweat sweep swim swing talk tap taste tiptoe
   toss tow trace trail trudge tug tumble twist type wade wail wait walk wander wash watch wave wear weep weigh whimper
   whisper whistle wipe wobble work wrestle write yawn yell tremble steer signal point hide hammer polish`.split(
    /\s+/,
  ),
);

// Words by which the writer says that one thing goes on while another happens, or what is not so.
const guard =
  /\b(?:when|while|as|until|till|before|after|already|still|just|always|forever|constantly|about|if|whether|what|who|where|why|how|not|never|only|busy|there)\b|n['’]t\b|\?|["“”]/i;
const workNouns =
  /\b(?:job|task|plan|idea|problem|goal|trick|hobby|thing|secret|point|part|duty|worst|best|work|answer|rule|dream|aim|habit|favourite|favorite)\s*$/i;
const ingNouns = new Set(
  `thing nothing something everything anything morning evening ceiling king ring wing string spring railing building
   clothing lighting opening landing crossing wedding painting drawing during being`.split(/\s+/),
);

/** "Mara is walking" → "Mara walks". */
export const progressive: LineRule = {
  scope: 'line',
  id: 'progressive',
  name: 'Weak -ing form',
  reason:
    'A screenplay happens now, and the plain verb says so: “walks” is shorter and quicker than “is walking”. The -ing form is right only where something else interrupts it.',
  confidence: 0.8,
  types: ['action'],
  find({ sentences }) {
    return sentences.flatMap((sentence) => {
      if (isShouted(sentence.text) || guard.test(sentence.text)) return [];
      const words = wordsOf(sentence.text);
      const at = words.findIndex((_, index) => isProgressive(words, index));
      const verbAt = at < 0 ? -1 : isAdverb(words[at + 1]) ? at + 2 : at + 1;
      const [be, ing] = [words[at], words[verbAt]];
      if (!be || !ing || workNouns.test(sentence.text.slice(0, be.from))) return [];
      const edits = rewrite(sentence, words, at, verbAt);
      const description = `${quoted(sentence.text.slice(be.from, ing.to))} can be the plain verb`;
      return [inSentence(sentence, description, edits, edits ? {} : { confidence: 0.6 })];
    });
  },
};

function isProgressive(words: readonly Stretch[], at: number): boolean {
  const be = words[at]?.text ?? '';
  if (!/^(?:is|are|(?:he|she|it)['’]s|(?:they|we)['’]re)$/i.test(be)) return false;
  const ing = isAdverb(words[at + 1]) ? words[at + 2] : words[at + 1];
  const verb = ing && /ing$/.test(ing.text) ? verbWith('ing', ing.text) : undefined;
  return verb !== undefined && lasting.has(verb.base);
}

function isAdverb(word: Stretch | undefined): boolean {
  return word !== undefined && /^\p{Ll}+ly$/u.test(word.text);
}

/** Null where the sentence goes on with more -ing forms of which it is not certain what they belong to. */
function rewrite(sentence: Stretch, words: readonly Stretch[], at: number, verbAt: number): Edit[] | null {
  const be = words[at] as Stretch;
  const form = /^are$|re$/i.test(be.text) ? 'base' : 'third';
  const edits: Edit[] = [];
  const change = (word: Stretch) => {
    const verb = verbWith('ing', word.text);
    edits.push({
      from: sentence.from + word.from,
      to: sentence.from + word.to,
      text: verb?.[form] ?? word.text,
    });
  };
  // "is slowly walking" → "slowly walks"; "She's walking" → "She walks".
  const pronoun = /^(.+)['’](?:s|re)$/.exec(be.text)?.[1];
  const next = words[at + 1] as Stretch;
  edits.push({
    from: sentence.from + be.from,
    to: sentence.from + next.from,
    text: pronoun ? `${pronoun} ` : '',
  });
  change(words[verbAt] as Stretch);
  for (let index = verbAt + 1; index < words.length; index++) {
    const word = words[index] as Stretch;
    if (/^(?:is|are)$/i.test(word.text)) return null;
    if (!/^\p{Ll}+ing$/u.test(word.text) || word.text.length < 5 || ingNouns.has(word.text)) continue;
    const before = words[index - 1]?.text ?? '';
    const earlier = isAdverb(words[index - 1]) ? (words[index - 2]?.text ?? '') : before;
    if (!/^(?:and|or|but|then)$/.test(earlier)) continue;
    const verb = verbWith('ing', word.text);
    const between = sentence.text.slice((words[verbAt] as Stretch).to, word.from);
    if (before !== 'and' || !verb || !lasting.has(verb.base) || between.includes(',')) return null;
    change(word);
  }
  return edits;
}
