import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { LazyModule } from './lazyModule.ts';

type Module<Props> = { default: ComponentType<Props> };

/**
 * A component that is loaded when it is first shown. One that is there by then is drawn at once: React asks nothing of a
 * promise but `then`, and this one answers without waiting.
 */
export function lazyComponent<Props>(
  part: LazyModule<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => {
    const loaded = part.loaded();
    if (!loaded) return part.load().then((Component) => ({ default: Component }));
    const atOnce: Pick<Promise<Module<Props>>, 'then'> = {
      // biome-ignore lint/suspicious/noThenProperty: it stands for a promise.
      then: (take) => Promise.resolve(take?.({ default: loaded }) as never),
    };
    return atOnce as Promise<Module<Props>>;
  });
}
