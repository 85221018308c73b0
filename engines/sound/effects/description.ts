import { effectRecipes } from './kinds/kinds.ts';
import type { PlacedLayer } from './placing.ts';

/** Return a plain description of a layer: "knocks on a door, 3 times, far away". */
export function describeLayer({ layer, starts }: PlacedLayer): string {
  const { label, nature } = effectRecipes[layer.kind];
  const parts = [
    label,
    nature === 'event' && starts.length > 1 && `${starts.length} times`,
    nature === 'rhythm' && layer.count !== null && `${starts.length} times`,
    layer.strength > 0.7 && 'strong',
    layer.strength < 0.3 && 'soft',
    layer.tempo > 1.3 && 'fast',
    layer.tempo < 0.8 && 'slow',
    layer.isMuffled && 'behind a wall',
    layer.distance === 'far' && 'far away',
    layer.distance === 'near' && 'close by',
    layer.trend === 'comes' && 'coming closer',
    layer.trend === 'goes' && 'going away',
  ];
  return parts.filter((part) => part !== false).join(', ');
}
