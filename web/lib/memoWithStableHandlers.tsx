import { type ComponentType, memo, useRef } from 'react';

type Handler = (...given: never[]) => unknown;

/**
 * A view that is drawn anew only when something it shows has changed. Handlers may be others each time: the view
 * keeps those it had first, and they do what the latest would. So a screen can be written as if drawing it were free,
 * and a key still draws little more than its letter. Not for functions that the view calls while it is drawn.
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
