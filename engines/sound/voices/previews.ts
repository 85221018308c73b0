import { espeakLanguages } from './espeakLanguages.ts';
import type { VoiceRecipe } from './recipe.ts';

type Language = (typeof espeakLanguages)[keyof typeof espeakLanguages];

/**
 * Preview text of each voice in its language: long enough to recognise the voice, short enough to
 * play many.
 */
const previews: Record<Language, string> = {
  en: 'Every story begins with somebody who wants something. This is how I would tell yours.',
  de: 'Jede Geschichte beginnt mit jemandem, der etwas will. So würde ich deine erzählen.',
  fr: "Chaque histoire commence par quelqu'un qui veut quelque chose. Voici comment je raconterais la vôtre.",
  es: 'Toda historia empieza con alguien que quiere algo. Así contaría yo la tuya.',
  it: 'Ogni storia comincia con qualcuno che vuole qualcosa. Ecco come racconterei la tua.',
  pt: 'Toda história começa com alguém que quer alguma coisa. É assim que eu contaria a sua.',
  nl: 'Elk verhaal begint met iemand die iets wil. Zo zou ik het jouwe vertellen.',
  pl: 'Każda historia zaczyna się od kogoś, kto czegoś chce. Tak opowiedziałbym twoją.',
};

/** Return the preview text of a voice. */
export function previewText({ tongue }: VoiceRecipe): string {
  return previews[espeakLanguages[tongue]];
}
