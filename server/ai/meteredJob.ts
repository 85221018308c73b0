import type { AiFeature, MeteredCall } from './calls.ts';
import type { ModelInput } from './disclosed.ts';
import type { Engine, ModelAnswer, ModelRun } from './models.ts';
import type { QuestionSize } from './size.ts';

/** One model call with everything needed to run and settle it. */
export interface MeteredJob<A, T> {
  feature: AiFeature;
  input: ModelInput;
  engine: Engine;
  size: QuestionSize;
  call: MeteredCall<A, T>;
  ask(run: ModelRun): Promise<ModelAnswer<A>>;
}
