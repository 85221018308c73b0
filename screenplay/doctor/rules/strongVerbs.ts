/** The verb that stands for a weaker one and its adverb. */
export interface StrongVerb {
  verb: string;
  /** Whether the weak verb has its object between itself and the adverb: "closes the door loudly". */
  object: 'none' | 'needed' | 'either';
  /** A word after the adverb that goes too: "looks closely at" → "studies". */
  swallows?: string;
}

// weak verb, adverbs separated by strokes, strong verb; "+" it has an object, "?" it may have one, "-at" a word goes.
const table = `
walk slowly shuffle
walk quickly|hurriedly|hastily hurry
walk quietly|silently|softly pad
walk proudly|arrogantly strut
walk angrily|furiously stomp
walk unsteadily|drunkenly stagger
walk aimlessly wander
walk heavily|wearily trudge
walk casually|leisurely stroll
walk purposefully|confidently|briskly stride
walk lamely|painfully limp
walk carefully|cautiously tread
run quickly|fast sprint
run wildly bolt
move slowly creep
move quickly|swiftly dart
move quietly|silently|stealthily creep
move unsteadily lurch
go quickly|hurriedly hurry
come quickly hurry
look quickly|briefly glance
look angrily|furiously glare
look closely|carefully|intently study -at
look curiously|cautiously peer
look longingly gaze
look fixedly|hard stare
say quietly|softly murmur
say loudly shout
speak quietly|softly murmur
talk quietly|softly murmur
talk loudly shout
talk endlessly ramble
laugh quietly|softly chuckle
laugh loudly roar
smile broadly|widely beam
cry loudly wail
cry quietly|softly weep
cry uncontrollably sob
breathe heavily|hard pant
breathe deeply inhale
turn quickly|suddenly|sharply whirl
close loudly|violently slam ?
shut loudly|violently slam ?
hold tightly|firmly grip +
hit hard|repeatedly pound +
pull hard|sharply|suddenly yank +
push hard|roughly|violently shove +
push gently nudge +
throw hard|violently hurl +
take quickly|suddenly|roughly snatch +
eat quickly|greedily devour +
drink quickly|greedily gulp +
drink slowly sip +
write quickly|hastily scribble +
write carelessly scrawl +
touch gently|tenderly stroke +
rain heavily pour
shake slightly tremble
burn brightly blaze
shine brightly blaze
shine faintly|weakly glimmer
fall suddenly|heavily plummet
climb awkwardly|clumsily clamber
sleep lightly|briefly doze
`;

/** Weak verb → adverb → the verb for both. */
export const strongVerbs: ReadonlyMap<string, ReadonlyMap<string, StrongVerb>> = read(table);

function read(text: string): Map<string, Map<string, StrongVerb>> {
  const verbs = new Map<string, Map<string, StrongVerb>>();
  for (const row of text.trim().split('\n')) {
    const [weak = '', adverbs = '', verb = '', mark = ''] = row.split(' ');
    const own = verbs.get(weak) ?? new Map<string, StrongVerb>();
    verbs.set(weak, own);
    const object = mark === '+' ? 'needed' : mark === '?' ? 'either' : 'none';
    const swallowed = mark.startsWith('-') ? { swallows: mark.slice(1) } : {};
    for (const adverb of adverbs.split('|')) own.set(adverb, { verb, object, ...swallowed });
  }
  return verbs;
}
