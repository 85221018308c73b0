import { dropTarget } from './targets.ts';

interface DropSlotProps {
  className: string | undefined;
  /** Height of the item that lands here; by default the class sets it. */
  heightPx?: number | undefined;
  /** Position in a list whose items are placed by their distance from its top. */
  topPx?: number;
}

/** Show where the held item will land. */
export function DropSlot({ className, heightPx, topPx }: DropSlotProps) {
  const style = {
    ...(heightPx !== undefined && { height: `${heightPx}px` }),
    ...(topPx !== undefined && { top: `${topPx}px` }),
  };
  return (
    <li className={className} style={style} {...dropTarget({ type: 'slot' })}>
      Lands here
    </li>
  );
}
