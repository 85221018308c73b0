/** A verb that replaces a weaker one with its adverb. */
export interface StrongVerb {
  verb: string;
  /** Whether the weak verb has its object before the adverb: "closes the door loudly". */
  object: 'none' | 'needed' | 'either';
  /** A word after the adverb that is deleted, too: "looks closely at" → "studies". */
  swallows?: string;
}

// Weak verb, adverbs separated by strokes, strong verb. "+": needs an object. "?": may have one.
// "-at": deletes that word. Only pairs that show the same picture: "walk slowly" need not be
// "shuffle".
const table = `
walk quickly|hurriedly|hastily hurry
walk unsteadily|drunkenly stagger
walk aimlessly wander
walk purposefully stride
run quickly|fast sprint
look quickly|briefly glance
look angrily|furiously glare
look closely|carefully|intently study -at
laugh quietly|softly chuckle
smile broadly|widely beam
cry quietly|softly weep
cry uncontrollably sob
close loudly|violently slam ?
shut loudly|violently slam ?
push hard|roughly|violently shove +
push gently nudge +
throw hard|violently hurl +
take roughly snatch +
eat greedily devour +
drink greedily gulp +
write quickly|hastily scribble +
rain heavily pour
shine faintly|weakly glimmer
climb awkwardly|clumsily clamber
`;

/** Map of weak verb, adverb and the verb that replaces both. */
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
