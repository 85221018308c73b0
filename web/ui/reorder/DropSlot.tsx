import { dropTarget } from './targets.ts';

interface DropSlotProps {
  className: string | undefined;
  /** Height of the item that lands here; by default the class sets it. */
  heightPx?: number | undefined;
}

/** Show where the held item will land. */
export function DropSlot({ className, heightPx }: DropSlotProps) {
  const style = heightPx === undefined ? undefined : { height: `${heightPx}px` };
  return (
    <li className={className} style={style} {...dropTarget({ type: 'slot' })}>
      Lands here
    </li>
  );
}
