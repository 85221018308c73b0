/**
 * Verbs for which "is walking" and "walks" show the same picture. Not included: changes that "is"
 * only begins (sink, die, leave), moments that "is" extends (smile, nod, sigh), and the weather
 * ("the sun is shining").
 */
export const lastingVerbs: ReadonlySet<string> = new Set(
  `ache aim argue bang bark beat bleed  boil burn carry chase chat chew chop clap clean climb cling
   clutch collect comb cook cough count crawl creep cross crouch cry dance dig draw drift drink drip drive drum dry eat
   face feed fight flicker float flow fly fumble gallop gaze glare gleam glow grip groan grope growl
   grumble guard hammer hang haul hide hold hover howl hum hunt inspect jog juggle kick kneel knit knock lead
   lean lick lie limp listen load look lug march measure mend mop mumble murmur mutter pace pack paddle paint pant
   patrol pedal peel peer play plead plod point polish pound pour pray press pull pump push race  rattle read
   rehearse rest ride ring rinse rock roll row rub rummage run sail scan scowl scrape scratch scream scribble scrub search
   sew shake shave  shiver shout shuffle signal sing sip sit sketch skip sleep smoke smoulder snarl
   snore sob speak spin sprint squint stagger stamp stand stare steer stir stitch stoop stroke stroll struggle
   study stumble sway sweat sweep swim swing talk tap taste tiptoe toss tow trace trail tremble trudge tug tumble twist
   type wade wail wait walk wander wash watch wave wear weep weigh whimper whisper whistle wipe wobble work wrestle
   write yell`.split(/\s+/),
);
