import { doctorEngine } from './doctorEngine.ts';
import type { BuiltinEngine } from './engine.ts';
import { drawOrder } from './pictures/order.ts';
import { type TemplateFacts, templateFor } from './templates.ts';

/** All that works without a key: the script doctor answers, and frames are drawn from what a scene says. */
export const builtin: BuiltinEngine = {
  reply: doctorEngine.reply,
  analyse: (question) =>
    question.task.endsWith('_template')
      ? { template: templateFor(question.facts as TemplateFacts) }
      : doctorEngine.analyse(question),
  draw: drawOrder,
};
