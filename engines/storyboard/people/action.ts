import type { PoseName } from './poses.ts';

/** Verbs for each pose. A third item marks a joint action and is the pose of the other person. */
const verbs: readonly (readonly [pose: PoseName, words: RegExp, together?: PoseName])[] = [
  [
    'embrace',
    /\b(?:hug(?:s|ging|ged)?|embrac(?:es?|ing)|cuddl(?:es?|ing)|hold(?:s|ing) (?:him|her|each other|one another) (?:close|tight)|kiss(?:es|ing)?|snuggl\w+)\b/i,
    'embrace',
  ],
  ['shake', /\b(?:shak(?:es?|ing) (?:\w+ )?hands?|handshake|high[- ]fives?|fist[- ]bump)\b/i, 'shake'],
  ['dance', /\b(?:danc(?:es?|ing)|waltz(?:es)?|twirls?)\b/i],
  [
    'punch',
    /\b(?:punch(?:es|ing)?|fight(?:s|ing)?|brawl\w*|hits (?:him|her)|slaps?|strikes? (?:him|her|at)|wrestl\w+|struggl(?:es?|ing)|attack(?:s|ing)?|shoves?)\b/i,
    'punch',
  ],
  [
    'aim',
    /\b(?:aim(?:s|ing)?|points? (?:a|the|his|her|their) (?:gun|pistol|rifle|weapon|revolver)|shoots?|shooting|fires? (?:a|the|his|her|at|into)|draws? (?:a|the|his|her) (?:gun|pistol|weapon))\b/i,
  ],
  [
    'surrender',
    /\b(?:hands up|raises? (?:his|her|their|both) (?:hands|arms)|surrenders?|throws? up (?:his|her|their) (?:hands|arms))\b/i,
  ],
  [
    'fall',
    /\b(?:falls?|falling|collaps(?:es?|ing)|topples?|plummets?|tumbl(?:es?|ing)|trips|faints?|knocked down)\b/i,
  ],
  [
    'lie',
    /\b(?:l(?:ies|ying|ays) (?:down|on|in|there|dead|motionless|still|back|face)|sleep(?:s|ing)?|asleep|unconscious|dead body|corpse|in bed|bleeding out|knocked out)\b/i,
  ],
  ['crawl', /\b(?:crawl(?:s|ing)?|on all fours|on hands and knees)\b/i],
  ['pray', /\b(?:pray(?:s|ing)?|on (?:his|her|their) knees)\b/i],
  ['kneel', /\b(?:kneel(?:s|ing)?|knelt|bends? down beside|proposes?)\b/i],
  ['crouch', /\b(?:crouch(?:es|ing)?|squats?|hid(?:es|ing)|ducks|hunker\w*|cower\w*)\b/i],
  ['climb', /\b(?:climb(?:s|ing)?|scales? the|clambers?)\b/i],
  [
    'run',
    /\b(?:run(?:s|ning)?|sprint(?:s|ing)?|chas(?:es?|ing)|flee(?:s|ing)?|races?|dash(?:es|ing)?|rush(?:es|ing)?|bolt(?:s|ing)?|charg(?:es|ing)|hurries|gallop\w*)\b/i,
  ],
  [
    'weep',
    /\b(?:weep(?:s|ing)?|cr(?:ies|ying)|sob(?:s|bing)?|in tears|tears (?:run|stream|well)\w*|buries (?:his|her) face|head in (?:his|her) hands)\b/i,
  ],
  [
    'phone',
    /\b(?:on (?:the|his|her|a) (?:cell ?)?phone|phones?|dials?|picks up the phone|into the phone|answers (?:the|his|her) phone|phone to (?:his|her) ear)\b/i,
  ],
  [
    'drink',
    /\b(?:drink(?:s|ing)?|sip(?:s|ping)?|gulps?|eat(?:s|ing)?|bites into|chew(?:s|ing)?|smok(?:es?|ing)|swigs?)\b/i,
  ],
  [
    'read',
    /\b(?:read(?:s|ing)? (?:a|the|his|her|from)?|writ(?:es?|ing)(?! nothing)|studies (?:a|the)|typ(?:es|ing)|looks at (?:the|a|his|her) (?:letter|photo|phone|map|note|paper|book|script))\b/i,
  ],
  [
    'carry',
    /\b(?:carr(?:ies|ying)|holding|lugs|drags?|lifts?|brings? (?:a|the|in)|hands (?:him|her|it|the|a))\b/i,
  ],
  ['wave', /\b(?:wav(?:es|ing)(?! of)|beckons?|hails)\b/i],
  ['point', /\b(?:point(?:s|ing)?|gestur(?:es|ing) (?:at|to))\b/i],
  ['reach', /\b(?:reach(?:es|ing)?|knocks?|opens? the|grabs?|touch(?:es)?|takes?|pushes|pulls)\b/i],
  [
    'hips',
    /\b(?:hands on (?:his|her|their) hips|arms (?:crossed|folded)|glares?|scolds?|shouts?|yells?|yelling|screams?)\b/i,
  ],
  [
    'sit',
    /\b(?:sit(?:s|ting)?|sat|seated|perch(?:es|ed)|slumps? (?:in|into|on)|at (?:the|his|her|a) (?:table|desk|bar|counter|wheel)|driv(?:es|ing)|on the (?:couch|sofa|bench|chair|bed))\b/i,
  ],
  [
    'walk',
    /\b(?:walk(?:s|ing)?|enters?|exits?|strolls?|strid(?:es?|ing)|wander(?:s|ing)?|march(?:es|ing)?|comes? (?:in|up|out|down)|steps?|pac(?:es|ing)|approach(?:es)?|leaves?|heads? (?:to|for|out)|cross(?:es)? (?:the|to)|arriv(?:es|ing))\b/i,
  ],
];

export interface PoseAction {
  pose: PoseName;
  /** Whether it is a joint action: the two people face each other and stand close. */
  isTogether: boolean;
}

const maxSentenceLength = 300;

/** Return the pose of a named person from the sentences about them; null if there is none. */
export function poseActionOf(name: string, sentences: readonly string[]): PoseAction | null {
  const first = name.split(/\s+/)[0] ?? name;
  const namePattern = new RegExp(
    `(?<![\\p{L}])(?:${escapeRegExp(name)}|${escapeRegExp(first)})(?![\\p{L}])`,
    'iu',
  );
  let isTheirs = false;
  for (const sentence of sentences) {
    if (namePattern.test(sentence)) isTheirs = true;
    // "He" and "she" refer to the person named last.
    else if (!/^(?:he|she|they|it)\b/i.test(sentence)) isTheirs = false;
    const found = isTheirs ? poseActionIn(sentence.slice(0, maxSentenceLength)) : null;
    if (found) return found;
  }
  return null;
}

/** Return the pose of a sentence, by its verbs; null if there is none. */
export function poseActionIn(sentence: string): PoseAction | null {
  const found = verbs
    .flatMap(([pose, words, together]) => {
      const at = words.exec(sentence)?.index;
      return at === undefined ? [] : [{ at, pose, isTogether: together !== undefined }];
    })
    // Joint actions win, then the first verb in the sentence. On a tie, the order of the list
    // decides.
    .sort((a, b) => Number(b.isTogether) - Number(a.isTogether) || a.at - b.at)[0];
  return found ? { pose: found.pose, isTogether: found.isTogether } : null;
}

function escapeRegExp(text: string): string {
  return text.slice(0, 80).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Split the action of a scene into sentences. Speeches are not included. */
export function sentencesOfAction(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
    .slice(0, 80);
}
