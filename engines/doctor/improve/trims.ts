import { sentencesOf } from '#screenplay/language/sentences.ts';
import { verbWith } from '#screenplay/language/verbs.ts';
import { deletion } from '../editing.ts';
import type { TextEdit } from '../rule.ts';

/** Empty openings of a sentence. */
const openings: readonly RegExp[] = [
  /^["“]?((?:Well|Look|Listen|So|Okay|OK|Oh|You know|You know what|I mean|See|Anyway|Honestly|Frankly|Actually|Basically|To be honest|To tell you the truth|If you ask me|Let me tell you|The thing is|The truth is|The point is), )(?=\p{L})/u,
  /^["“]?((?:I think|I guess|I suppose|I believe|It seems to me that|I feel like|The thing is that|I just think) (?:that )?)(?=(?:we|you|he|she|it|they|the|this|that|there|somebody|nobody|I)\b)/iu,
];

/** Fillers inside a sentence; the group is deleted. */
const fillers: readonly RegExp[] = [
  /(, you know)(?=,|[.!]$)/i,
  /(, I mean)(?=,|[.!]$)/i,
  /(, to be honest)(?=,|[.!]$)/i,
  /(, if you ask me)(?=[.!]$)/i,
  /(, if you know what I mean)(?=[.!]$)/i,
  /(, or something)(?=[.!]$)/i,
  /(, I guess)(?=[.!]$)/i,
  /(, I suppose)(?=[.!]$)/i,
  /(?:['’]m|['’]s|['’]re|\bis|\bare|\bam|\bwas|\bwere|\bfeel|\bfelt) ((?:kind|sort) of) (?=\p{Ll})/iu,
];

const requests: readonly [RegExp, string][] = [
  [/^Do you think (?:that )?you could /, 'Could you '],
  [/^Do you think (?:that )?you can /, 'Can you '],
  [/\bin order to\b/i, 'to'],
  [/\bat this point in time\b/i, 'now'],
  [/\bdue to the fact that\b/i, 'because'],
];

/**
 * Remove hedges and fillers from a line, one edit per sentence and round. Returns no edits when
 * there is nothing to cut.
 */
export function trimsOf(text: string): TextEdit[] {
  return sentencesOf(text).flatMap((sentence): TextEdit[] => {
    const isNegated = /\b(?:not|never|hardly|nobody|no one)\b|n['’]t\b/i.test(sentence.text);
    for (const opening of openings) {
      const found = opening.exec(sentence.text)?.[1];
      if (found === undefined || (isNegated && /^I (?:think|believe|suppose)/i.test(found))) continue;
      const from = sentence.from + sentence.text.indexOf(found);
      return deletion(text, from, from + found.length, from);
    }
    for (const [pattern, shorter] of requests) {
      const match = pattern.exec(sentence.text);
      if (!match) continue;
      const from = sentence.from + match.index;
      return [{ from, to: from + match[0].length, text: match.index === 0 ? capital(shorter) : shorter }];
    }
    for (const filler of fillers) {
      if (isNegated && !filler.source.startsWith('(,')) continue;
      const match = filler.exec(sentence.text);
      const deleted = match?.[1];
      if (!match || deleted === undefined) continue;
      const from = sentence.from + match.index + match[0].indexOf(deleted);
      const to = from + deleted.length;
      // Delete both commas of ", you know,".
      if (deleted.startsWith(',')) return [{ from, to: text.charAt(to) === ',' ? to + 1 : to, text: '' }];
      return deletion(text, from, to, sentence.from);
    }
    return [];
  });
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const short: readonly [RegExp, string][] = [
  [
    /\b([Ii]s|[Aa]re|[Dd]o|[Dd]oes|[Dd]id|[Ww]as|[Ww]ere|[Hh]as|[Hh]ave|[Hh]ad|[Ww]ould|[Cc]ould|[Ss]hould) not\b(?= \p{Ll}|[.!,])/u,
    "n't",
  ],
  [/\b([Cc])annot\b/, "an't"],
  [/\b([Ww])ill not\b/, "on't"],
  [/\b(I) am(?= (?!I\b)\p{Ll})/u, "'m"],
  [/\b([Yy]ou|[Ww]e|[Tt]hey) are(?= \p{Ll})/u, "'re"],
  [/\b([Ii]t|[Hh]e|[Ss]he|[Tt]hat|[Tt]here) is(?= \p{L})/u, "'s"],
  [/\b(I|[Yy]ou|[Ww]e|[Tt]hey|[Hh]e|[Ss]he|[Ii]t) will(?= \p{Ll})/u, "'ll"],
  [/\b(I|[Yy]ou|[Ww]e|[Tt]hey) have(?= \p{Ll})/u, "'ve"],
];
// Do not contract a stressed verb: "I know what it is you want", "the man he is", "there she is
// now". So contract only if the pronoun begins a clause.
const clauseStart =
  /(?:^|[,.;:!?…—–-]|["“‘(]|\b(?:and|but|so|because|that|if|when|while|or|then|think|know|say|says|said|guess|hope|sure|believe|swear|see|mean|means|feel|tell you|told you|now))\s*$/iu;

/**
 * Sayings that need the full form: "it is what it is", "I am what I am", "that is that", "so be it
 * that you are".
 */
const sayings =
  /\b(\p{L}+) (?:is|are|am|will|have) (?:what|who|as|where|how) \1\b|\bthat is (?:that|to say|all|it)\b|\b(?:\p{L}+) (is|are|am|was|will|have) [^,;]*\b(?:is|are|am|was|will|have)\b[^,;]*\b\2\b|\bdo not (?:pass|disturb|enter|resuscitate)\b|\bI (?:do|am|will) (?:not|so)[,.!]/iu;

/**
 * Contract forms as in speech: "I do not know" to "I don't know". One edit per sentence and round.
 */
export function contractionsOf(text: string): TextEdit[] {
  // Leave quotations, songs and archaic speech unchanged.
  if (/["“”]|\b(?:thee|thou|thy|hath|doth|shall|ye)\b/i.test(text)) return [];
  const apostrophe = text.includes('’') ? '’' : "'";
  return sentencesOf(text).flatMap((sentence): TextEdit[] => {
    if (sayings.test(sentence.text)) return [];
    for (const [pattern, ending] of short) {
      for (const match of sentence.text.matchAll(new RegExp(pattern, 'gu'))) {
        const before = sentence.text.slice(0, match.index);
        const next = sentence.text.slice(match.index + match[0].length).match(/^ (\p{L}+)/u)?.[1] ?? '';
        const isVerbal = / have$/.test(match[0])
          ? isOnlyParticiple(next)
          : !/ will$/.test(match[0]) || isBase(next);
        const isClause = / not$|nnot$/.test(match[0]) || clauseStart.test(before);
        if (!isClause || !isVerbal) continue;
        const from = sentence.from + match.index;
        const text = `${match[1]}${ending.replace("'", apostrophe)}`;
        return [{ from, to: from + match[0].length, text }];
      }
    }
    return [];
  });
}

function isBase(word: string): boolean {
  return (
    verbWith('base', word) !== undefined ||
    /^(?:be|have|do|not|need|want|like|try|start|stay|never|always)$/.test(word)
  );
}

/**
 * Return whether a word is only a participle ("gone"). "work" and "cut" may be nouns after "have".
 */
function isOnlyParticiple(word: string): boolean {
  if (/^(?:been|had|done|never|always|already)$/.test(word)) return true;
  return verbWith('participle', word) !== undefined && verbWith('base', word) === undefined;
}
