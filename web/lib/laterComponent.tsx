import { type ComponentType, useEffect, useState } from 'react';
import type { LazyModule } from './lazyModule.ts';
import { logFailure } from './logFailure.ts';
import { oncePainted } from './store.ts';
import { WhenLoaded } from './WhenLoaded.tsx';

/**
 * Return a component of the frame around a page. Its code is loaded after the page was painted, and
 * its place is kept by `Space` until then.
 */
export function laterComponent<Parts, Props extends object>(
  parts: LazyModule<Parts>,
  choose: (parts: Parts) => ComponentType<Props>,
  Space: ComponentType<Props> = NoSpace,
): ComponentType<Props> {
  return function Later(props: Props) {
    const [isPainted, setIsPainted] = useState(() => parts.loaded() !== null);
    useEffect(() => {
      let isShown = true;
      oncePainted(() => isShown && setIsPainted(true));
      return () => {
        isShown = false;
      };
    }, []);
    if (!isPainted) return <Space {...props} />;
    return (
      <WhenLoaded
        part={parts}
        onFailure={() => logFailure('A part of the screen', 'its code could not be loaded')}
        fallback={<Space {...props} />}
      >
        {(loaded) => {
          const Component = choose(loaded);
          return <Component {...props} />;
        }}
      </WhenLoaded>
    );
  };
}

function NoSpace() {
  return null;
}
