import { useEffect, useState } from 'react';

/** A value that every key changes, as it was when the keys last rested for that long. */
export function useDebouncedValue<Value>(value: Value, restMs: number): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMs);
    return () => clearTimeout(timer);
  }, [value, restMs]);
  return settled;
}
