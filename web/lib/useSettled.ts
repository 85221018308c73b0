import { useEffect, useState } from 'react';

/** Return the value, debounced: it changes after it was stable for `restMs`. */
export function useDebouncedValue<Value>(value: Value, restMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return settled;
}
