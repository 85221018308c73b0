import { type ComponentType, memo, useRef } from 'react';

type Handler = (...given: never[]) => unknown;

/**
 * Return a component that re-renders only when its shown values change. Handlers may be new objects
 * each time: the component keeps the first ones, which call the latest. Not for functions that are
 * called during rendering.
 */
export function memoWithStableHandlers<Props extends object>(
  View: ComponentType<Props>,
): ComponentType<Props> {
  const Kept = memo(View) as unknown as ComponentType<Props>;
  return function Calm(props: Props) {
    const latest = useRef(props);
    latest.current = props;
    const handlers = useRef(new Map<string, Handler>());
    const handlerOf = (name: string): Handler => {
      const call: Handler = (...given) => (Reflect.get(latest.current, name) as Handler)(...given);
      const known = handlers.current.get(name) ?? call;
      handlers.current.set(name, known);
      return known;
    };
    const kept = Object.entries(props).map(([name, value]) => [
      name,
      typeof value === 'function' ? handlerOf(name) : value,
    ]);
    return <Kept {...(Object.fromEntries(kept) as Props)} />;
  };
}
