import { doctorEngine } from './doctorEngine.ts';
import type { BuiltinEngine } from './engine.ts';
import { drawOrder } from './pictures/order.ts';

/** All that works without a key: the script doctor answers, and frames are drawn from what a scene says. */
export const builtin: BuiltinEngine = { ...doctorEngine, draw: drawOrder };
