import { crowd, type Shot } from './shot.ts';
import type { Inside, Light, Outside, Weather } from './words.ts';

const outsideNames: Record<Outside, string> = {
  street: 'street',
  harbour: 'harbour',
  sea: 'open sea',
  deck: 'ship’s deck',
  beach: 'beach',
  forest: 'forest',
  field: 'field',
  mountain: 'mountains',
  desert: 'desert',
  skyline: 'city from a roof',
  road: 'road',
  house: 'house from outside',
  station: 'station platform',
  river: 'river',
  lake: 'lake',
  underwater: 'under water',
  space: 'space',
  sky: 'sky',
  plain: 'open place',
  open: 'open place',
};

const insideNames: Record<Inside, string> = {
  room: 'living room',
  bedroom: 'bedroom',
  kitchen: 'kitchen',
  bar: 'bar',
  office: 'office',
  corridor: 'corridor',
  car: 'car from the back seat',
  cabin: 'cabin',
  hold: 'hold',
  hall: 'great hall',
  cell: 'cell',
  ward: 'hospital room',
  bare: 'room',
  interior: 'room',
};

const times: Record<Light, string> = { day: 'by day', night: 'at night', dusk: 'at dusk', dawn: 'at dawn' };
const weathers: Record<Weather, string> = {
  clear: '',
  rain: ' in rain',
  snow: ' in snow',
  fog: ' in fog',
  storm: ' in a storm',
};
const counts = ['nobody', 'one person', 'two people', 'three people', 'four people', 'five people'];

/** Return the alternative text of a picture, such as "Harbour at night in rain, two people". */
export function describePicture(shot: Shot): string {
  const placeNames: Readonly<Record<string, string>> = shot.setting === 'ext' ? outsideNames : insideNames;
  const place = placeNames[shot.scenery.name] ?? shot.scenery.name;
  const who = shot.people >= crowd ? 'a crowd' : (counts[shot.people] ?? '');
  const first = place.charAt(0).toUpperCase() + place.slice(1);
  // Weather does not enter a room: it is visible through a window.
  const weather = weathers[shot.weather];
  const weatherText =
    shot.setting === 'ext' || weather === '' ? weather : `,${weather.replace(' in', '')} outside`;
  return `${first} ${times[shot.light]}${weatherText}, ${who}${camera(shot)}`;
}

/** Describe size and angle of the camera, unless they are the default ones. */
function camera({ lens, things }: Shot): string {
  const size =
    lens.size === 'full' ? '' : lens.size === 'insert' ? `close on the ${things[0] ?? 'detail'}` : lens.size;
  const details = [size, lens.angle === 'eye level' ? '' : lens.angle].filter((word) => word !== '');
  return details.length === 0 ? '' : ` (${details.join(', ')})`;
}
