import { descriptionLimits } from '../prompts/descriptions.ts';
import type { TensionFacts } from '../prompts/tension.ts';
import { builtinAudio } from './builtinAudio.ts';
import type { DescriptionFacts } from './descriptions/person.ts';
import { styleFor } from './descriptions/style.ts';
import { voiceFor } from './descriptions/voice.ts';
import { doctorEngine } from './doctorEngine.ts';
import { drawPictureFrom } from './drawPicture.ts';
import type { BuiltinEngine } from './engine.ts';
import { type TemplateFacts, templateFor } from './templates.ts';
import { tensionOf } from './tension/tension.ts';

/**
 * Every feature that works without an API key: script doctor, templates, descriptions, tension and
 * pictures.
 */
export const builtin: BuiltinEngine = {
  reply: doctorEngine.reply,
  analyse: (question) => {
    switch (question.task) {
      case 'scene_template':
      case 'character_template':
        return { template: templateFor(question.facts as TemplateFacts) };
      case 'tension':
        return tensionOf(question.facts as TensionFacts);
      case 'voice_description':
        return { description: voiceFor(question.facts as DescriptionFacts, descriptionLimits.max) };
      case 'style_description':
        return { description: styleFor(question.facts as DescriptionFacts, descriptionLimits.max) };
      default:
        return doctorEngine.analyse(question);
    }
  },
  draw: (request) => ({
    bytes: new TextEncoder().encode(drawPictureFrom(request).svg),
    mediaType: 'image/svg+xml',
  }),
  ...builtinAudio,
};
