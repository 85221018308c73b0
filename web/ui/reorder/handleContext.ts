import { createContext, type KeyboardEvent, type MouseEvent, useContext } from 'react';

/** Events of the handles; a stable object, so that hundreds of items do not re-render. */
export interface HandleEvents {
  onKeyDown: (event: KeyboardEvent, id: number) => void;
  onClick: (event: MouseEvent, id: number) => void;
  onBlur: (id: number) => void;
}

interface HandleContextValue {
  events: HandleEvents;
  /** Id of the text that says how an item is moved. */
  hintId: string;
}

export const HandleContext = createContext<HandleContextValue | null>(null);

export function useHandleContext(): HandleContextValue {
  const value = useContext(HandleContext);
  if (!value) throw new Error('A ReorderHandle is outside of a ReorderArea');
  return value;
}
