import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { LazyModule } from './lazyModule.ts';

type Module<Props> = { default: ComponentType<Props> };

/**
 * Return a component that is loaded when it is first shown. A loaded one renders at once: React
 * only calls `then` of the promise, and this one answers synchronously.
 */
export function lazyComponent<Props>(
  part: LazyModule<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => {
    const loaded = part.loaded();
    if (!loaded) return part.load().then((Component) => ({ default: Component }));
    const atOnce: Pick<Promise<Module<Props>>, 'then'> = {
      // biome-ignore lint/suspicious/noThenProperty: React accepts it as a promise that answers synchronously
      then: (take) => Promise.resolve(take?.({ default: loaded }) as never),
    };
    return atOnce as Promise<Module<Props>>;
  });
}
