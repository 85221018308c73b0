import type { Rule } from '../rule.ts';
import { beginning } from './beginning.ts';
import { cameraTalk } from './camera.ts';
import { cliche } from './cliche.ts';
import { cueForm } from './cueForm.ts';
import { cueName, similarNames } from './cueName.ts';
import { exposition } from './exposition.ts';
import { filter } from './filter.ts';
import { headingForm } from './headingForm.ts';
import { headingPlace } from './headingPlace.ts';
import { longAction } from './longAction.ts';
import { lostSpeech } from './lostSpeech.ts';
import { missingTime } from './missingTime.ts';
import { monologue } from './monologue.ts';
import { nameCalling } from './nameCalling.ts';
import { onTheNose } from './onTheNose.ts';
import { openingIng } from './openingIng.ts';
import { padding } from './padding.ts';
import { parentheticalForm, stackedParentheticals } from './parentheticals.ts';
import { passive } from './passive.ts';
import { introduction, silentCharacter, unseenCharacter } from './presence.ts';
import { progressive } from './progressive.ts';
import { redundant } from './redundant.ts';
import { doubledWord } from './repeated.ts';
import { thereIs } from './thereIs.ts';
import { weakAdverb } from './weakAdverb.ts';

/** All rules. Their order is the order of a line's findings. */
export const doctorRules: readonly Rule[] = [
  headingForm,
  missingTime,
  headingPlace,
  cueForm,
  cueName,
  similarNames,
  lostSpeech,
  parentheticalForm,
  stackedParentheticals,
  doubledWord,
  cameraTalk,
  thereIs,
  progressive,
  openingIng,
  passive,
  beginning,
  weakAdverb,
  redundant,
  padding,
  filter,
  longAction,
  cliche,
  onTheNose,
  exposition,
  nameCalling,
  monologue,
  introduction,
  unseenCharacter,
  silentCharacter,
];
