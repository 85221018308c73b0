/**
 * Base form, past tense and past participle. With a plus, the last letter doubles before -ing and
 * -ed.
 */
export const irregularVerbs = `
beat beat beaten, bend bent bent, bind bound bound, bite bit bitten, blow blew blown, break broke broken,
bring brought brought, build built built, burn burned burned, buy bought bought, catch caught caught,
choose chose chosen, cling clung clung, creep crept crept, cut+ cut cut, dig+ dug dug, draw drew drawn,
drink drank drunk, drive drove driven, eat ate eaten, fall fell fallen, feed fed fed, feel felt felt,
fight fought fought, find found found, fling flung flung, fly flew flown, freeze froze frozen, give gave given,
grind ground ground, hang hung hung, hear heard heard, hide hid hidden, hit+ hit hit, hold held held,
keep kept kept, kneel knelt knelt, lead led led, lean leaned leaned, leap leapt leapt, light lit lit,
pay paid paid, put+ put put, read read read, ride rode ridden, ring rang rung, rise rose risen, run+ ran run,
see saw seen, seek sought sought, sell sold sold, send sent sent, set+ set set, sew sewed sewn, shake shook shaken,
shine shone shone, shoot shot shot, shut+ shut shut, sing sang sung, sink sank sunk, sit+ sat sat,
sleep slept slept, slide slid slid, speak spoke spoken, spend spent spent, spin+ spun spun, spread spread spread,
spring sprang sprung, stand stood stood, steal stole stolen, stick stuck stuck, sting stung stung,
strike struck struck, sweep swept swept, swim+ swam swum, swing swung swung, take took taken, tear tore torn,
tell told told, think thought thought, throw threw thrown, wake woke woken, wear wore worn, weave wove woven,
weep wept wept, wind wound wound, wring wrung wrung, write wrote written, grow grew grown, lay laid laid,
leave left left, make made made, meet met met, say said said, teach taught taught, win+ won won, know knew known,
come came come, become became become, begin+ began begun, get+ got got, go went gone, lose lost lost,
bear bore borne, lie lay lain
`;

/** Verbs with regular forms. A plus has the meaning given for irregularVerbs. */
export const regularVerbs = `
look talk breathe step head appear pause settle exit reveal vanish spill force smear disappear arrive loosen pour smoulder cause turn raise whine
accept ache admire adjust aim answer applaud approach argue arrange ask attack bang bark bathe beam beg+ blink
boil bounce bow brush call carry carve cast chase chat+ check cheer chew chop+ chuckle claw clap+ clean clear
climb close clutch collect comb complain cook cough count crack crawl cross crouch cry dance dart deliver
dial display dodge drag+ dress drift drip+ drop+ drum+ dry dust edge empty enter escort examine explain face
fasten fetch fill film finger fish fix flicker flip+ float flow fold follow fumble gallop gasp gather gaze giggle
glance glare gleam glide glow grab+ grin+ grip+ groan grope growl grumble guard guide gulp hammer haul heave
help hiss hoist hop+ hover howl hug+ hum+ hunt hurl hurry inspect iron jog+ joke juggle jump kick kiss knit+
knock label lash laugh lick lift limp linger listen load lock lower march measure melt mend mop+ mount move mumble
murmur mutter nod+ nudge observe open operate order pace pack paddle paint pant park pass pat+ patrol+ pedal peel
peer pick pile plead play plod+ point poke polish pour practise pray press print prod+ proceed pull pump punch
push question race rain raise rattle reach rehearse remove repair rest rinse roar rob+ rock roll row rub+ rummage
rush sail salute saw scan+ scold scour scowl scrape scratch scream scribble scrub+ scrutinise search shave shiver
shout shove shuffle sigh signal sip+ sketch skip+ slam+ slap+ slip+ slouch slump smash smell smile smoke smooth
snap+ snarl snatch sneak sniff snore sob+ soak splash sprint squat+ squeeze squint stagger stamp stare
startle stitch stoop stop+ stretch stride stroke stroll struggle study stumble surround swallow sway sweat
switch tap+ taste taunt thread tie tighten tilt tip+ tiptoe toast toss touch tow trace trail trap+ travel tread
tremble trot+ trudge try tug+ tumble turn twist type unfold unlock unload unpack untie unwrap+ use vomit wade wail
wait walk wander warm wash watch water wave weigh wheel whimper whisper whistle wipe wobble work worry wrap+
wrestle yank yawn yell chain bolt shield shelter stir+ strap+ knot+ tick tock drown abandon arrest betray rescue
interrogate hire fire question serve greet welcome invite thank blame accuse forgive recognise remember describe
discover destroy damage spot+ ignore interrupt invent marry sign save rob+ steer wire cover
`;
