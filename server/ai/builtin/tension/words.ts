/** Words that raise or lower the tension of a beat. */
export interface TensionSign {
  /** Name used in a sentence: "a threat", "grief". */
  name: string;
  /** Change of the level by one sign. Negative: it lowers the tension. */
  weight: number;
  pattern: RegExp;
}

const sign = (name: string, weight: number, words: string): TensionSign => ({
  name,
  weight,
  pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, 'giu'),
});

/** Signs that raise the tension, the strongest first. */
export const tenseSigns: readonly TensionSign[] = [
  sign(
    'death',
    0.2,
    'dies?|died|dying|dead(?!line)|deaths?|killed|kills?|killing|killers?|murder\\w*|corpses?|drown\\w*|suicides?|executed?|execution|fatal(?:ly)?|bleed\\w*|last breath|shot dead|(?:his|her|their) (?:own )?grave|body (?:is )?(?:found|washes|in)|finds? (?:a|the|his|her|their) body|hangs? (?:him|her)self',
  ),
  sign(
    'violence',
    0.18,
    'fights?|fought|fighting|fist ?fights?|attack\\w*|stab\\w*|shoots?|shooting|shot at|shoot-?outs?|guns?|gunshots?|gunfire|pistols?|rifles?|knife|knives|blood\\w*|beats? (?:him|her|them) (?:up|down)|beaten|punch\\w*|strangl\\w*|tortur\\w*|explo\\w+|bombs?|battles?|ambush\\w*|massacre|crash(?:es|ed)?|brawl\\w*|duels?|assault\\w*|smash\\w*|fires? (?:a|the) (?:shot|gun)',
  ),
  sign(
    'danger',
    0.16,
    'danger\\w*|perils?|threat\\w*|trapped|traps?|no way (?:out|back)|hostages?|kidnap\\w*|abduct\\w*|poison\\w*|storms?|hurricane|flood\\w*|avalanche|on fire|in flames|burn(?:s|ing)|wildfire|sink(?:s|ing)|sank|capsiz\\w*|wreck\\w*|shipwreck\\w*|alarms?|sirens?|out of control|taking on water|at gunpoint|monsters?|hunted|cornered|surrounded|besieged|locked in|goes under|slip(?:s|ped) off|over the edge|overboard|mayday|emergency|collapses?|caves? in',
  ),
  sign(
    'a chase',
    0.16,
    'chas(?:e|es|ed|ing)|pursu\\w+|flee(?:s|ing)?|fled|run(?:s|ning)? (?:for|from) (?:his|her|their|the|it|them|him)|run for it|escap\\w+|on the run|hunts? (?:for|down|him|her|them)|close behind|gets? away|manhunt|after (?:him|her|them) with',
  ),
  sign(
    'a reckoning',
    0.16,
    'showdowns?|final (?:confrontation|battle|fight|blow|stand|duel|test|choice)|last stand|face[sd]? (?:off|down)|face to face|climax|all or nothing|sacrific\\w+|reckoning|now or never|stand-?offs?',
  ),
  sign(
    'open conflict',
    0.13,
    'argu\\w+|quarrel\\w*|rows?(?= (?:with|over|about|between))|confront\\w*|accus\\w+|conflicts?|clash\\w*|refus\\w+|shout\\w*|yell\\w*|scream\\w*|threw? (?:him|her|them) out|throws? (?:him|her|them) out|rivals?|enem(?:y|ies)|blackmail\\w*|defi(?:es|ed|ance)|mutin\\w+|revolt\\w*|rebel\\w*|oppos\\w+|arrest\\w*|interrogat\\w*|ultimatum|slaps?|insult\\w*|fall out|feud\\w*|will not (?:turn back|give|let|go|listen)|turns? against|fired',
  ),
  sign(
    'a betrayal',
    0.15,
    'betray\\w*|double-?cross\\w*|traitors?|cheat(?:s|ed|ing)?(?: on)?|sells? (?:him|her|them) out|backstab\\w*|turns? (?:him|her|them) in',
  ),
  sign(
    'a loss',
    0.13,
    'loses?|losing|lost|loss|grie(?:f|ves?|ving)|abandon\\w*|breaks? up|leaves? (?:him|her|them) (?:for good|behind|alone)|gives? up|fail(?:s|ed|ure)|ruin(?:s|ed)?|destroy\\w*|bankrupt\\w*|hopeless|despair\\w*|rock bottom|all is lost|dark night|collapsed|missing|disappear\\w*|vanish\\w*|gone for good|heartbr\\w+|mourn\\w*|funerals?',
  ),
  sign(
    'a discovery',
    0.12,
    'discover\\w*|finds? out|found out|reveal\\w*|revelation|reali[sz]e[sd]?|learns? that|the truth|recogni[sz]e[sd]?|confess\\w*|caught|evidence|clues?|unmask\\w*|exposed?|overhears?|turns? out|admits?|uncover\\w*|proof|has always known',
  ),
  sign(
    'a deadline',
    0.12,
    'deadlines?|countdown|ticking|too late|last chance|running out|runs? out|no time|(?:only|just) (?:a few |one |two |three |ten |\\d+ )?(?:seconds?|minutes?|hours?|days?|night)(?: left)?|(?:seconds?|minutes?|hours?|days?) (?:left|remain\\w*)|before (?:dawn|midnight|sunrise|nightfall|it is too late|time runs)|until (?:dawn|midnight|sunrise|nightfall)|in time|hurr(?:y|ies)|race against|against the clock|at any moment',
  ),
  sign(
    'a secret',
    0.09,
    'secrets?|secretly|lies|lied|lying to|liars?|hides?|hidden|hiding|conceal\\w*|stowaways?|cover[s-]? ?up|disguis\\w*|false name|forg(?:ed|ery)|smuggl\\w*|spy|spies|spying|myster\\w*|strangers?|whisper\\w*|suspect\\w*|suspicio\\w*|anonymous|behind (?:his|her|their) back|watched|followed|unseen|one (?:door|name|car|man) too many|nobody in (?:it|there)|no ?body knows',
  ),
  sign(
    'fear',
    0.11,
    'afraid|fears?|feared|fearful|terrif\\w*|terror|panic\\w*|horrors?|horrif\\w*|nightmares?|dread\\w*|scared|shak(?:es|ing)|trembl\\w*|haunt\\w*|ghosts?|footsteps|(?:total|pitch|complete) dark(?:ness)?|lights? go(?:es)? out|helpless|desperate\\w*',
  ),
  sign(
    'a choice that cannot be put off',
    0.1,
    'must (?:choose|decide)|has to (?:choose|decide)|ha(?:s|ve) no choice|chooses? between|dilemma|at stake|risks? (?:everything|his|her|their|it)|gambles?|vows?|swears? (?:to|revenge|that)|revenge|vengeance|point of no return|crosses? the line|pressure|demands?',
  ),
];

/** Signs that lower the tension. */
export const quietSigns: readonly TensionSign[] = [
  sign(
    'rest',
    -0.17,
    'peace(?:ful(?:ly)?)?|calm(?:s|ly)?|rests?(?! of)|resting|sleeps?|asleep|naps?|quiet(?:ly)?|silence falls|(?<!the )safe(?:ly)?|safety|relax\\w*|relie(?:f|ved)|still water|serene|tranquil|at ease|healed|heals|recover(?:s|ing|ed)?|breathes? out',
  ),
  sign(
    'everyday life',
    -0.15,
    'breakfast|lunch|dinner|supper|picnic|tea|coffee|every ?day|ordinary|routine|chores|normal (?:day|life|morning)|daily|cooks|cooking|garden(?:s|ing)?|shopping|unpacks?|packs|small talk|walks? (?:the dog|on the beach|home)|sunday|holidays?|at work as (?:usual|always)|as (?:usual|always)|introduc\\w+|we meet|meet the|like (?:any|every) other',
  ),
  sign(
    'a farewell',
    -0.13,
    'farewells?|goodbyes?|good-bye|says? good ?night|takes? (?:his|her|their) leave|waves? (?:from|to|as)|parts? as friends|parting|drives? off into|sails? (?:away|home)',
  ),
  sign(
    'warmth',
    -0.13,
    'laugh\\w*|smiles?|smiling|jokes?|joking|kiss(?:es|ed)?|embrac\\w+|hugs?|hugged|weddings?|marr(?:y|ies|ied)|danc(?:e|es|ing)|sings?|singing|celebrat\\w*|birthday|forgiv\\w+|reconcil\\w*|makes? (?:up|peace)|reunit\\w*|reunion|reunites?|friends? again|thank\\w*|in love|tender(?:ly|ness)?|holds? (?:his|her) hand|happy|happily|joy\\w*',
  ),
  sign(
    'a homecoming',
    -0.13,
    'com(?:es|ing) home|returns? home|goes home|back home|homecoming|new (?:life|beginning|morning)|a year later|years later|epilogue|sun(?:rise|set)|dawn breaks|lands? (?:safely|at last)|settles? (?:down|in)|moves? in|the sun (?:comes out|is out|shines)',
  ),
];
