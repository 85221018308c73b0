import { expect, test } from 'vitest';
import { defaultSceneContinueds } from '../format.ts';
import { parseFdx } from './parse.ts';
import { writeFdx } from './write.ts';

function read(xml: string) {
  const result = parseFdx(new TextEncoder().encode(xml));
  if (!result.ok) throw new Error(result.message);
  return result.screenplay;
}

test('parseFdx reads (CONTINUED) at scene breaks, and writeFdx writes it when it changes', () => {
  const breaks =
    '<MoresAndContinueds><SceneBreaks ContinuedNumber="Yes" SceneBottom="(MORE)" SceneBottomOfPage="Yes" SceneTop="STILL:" SceneTopOfNext="No"/></MoresAndContinueds>';
  const file = `<FinalDraft Version="5"><Content><Paragraph Type="Action"><Text>Rain.</Text></Paragraph></Content>${breaks}</FinalDraft>`;
  const screenplay = read(file);
  expect(screenplay.format.sceneContinueds).toEqual({
    bottomText: '(MORE)',
    topText: 'STILL:',
    isBottomShown: true,
    isTopShown: false,
    isNumbered: true,
  });
  expect(writeFdx(screenplay)).toContain(breaks);
  const sceneContinueds = { ...defaultSceneContinueds, isTopShown: true };
  const changed = writeFdx({ ...screenplay, format: { ...screenplay.format, sceneContinueds } });
  expect(read(changed).format.sceneContinueds).toEqual(sceneContinueds);
  const ours = writeFdx({ ...screenplay, source: null });
  expect(read(ours).format.sceneContinueds).toEqual(screenplay.format.sceneContinueds);
});
