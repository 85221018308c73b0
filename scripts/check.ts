import { compositionProblemsIn } from './checkComposition.ts';
import { elementTypeLiteralsIn } from './checkElementTypes.ts';
import { crossingsIn, levelCrossingsIn } from './checkImports.ts';
import { repeatedNamesIn } from './checkNames.ts';
import { brokenReferencesIn } from './checkReferences.ts';
import { maxRepeatedSetups, repeatedSetupsIn } from './checkSetups.ts';
import { secondWaysIn } from './checkSingleWays.ts';
import { looseClassesIn } from './checkStyles.ts';
import { sourcesIn } from './sources.ts';

/**
 * Print every import that the table of docs/architecture.md does not permit (checkImports.ts),
 * every exported name that two files share (checkNames.ts), every reference to a file that does
 * not exist (checkReferences.ts), every style class that is undefined or unused (checkStyles.ts),
 * literals of element types outside of the files that may have them (checkElementTypes.ts), files
 * that change caches or drag items in a second way (checkSingleWays.ts), fields that handle the
 * keys of input methods (checkComposition.ts), and the number of test files that repeat the set-up
 * of a server, when it has changed (checkSetups.ts).
 * Run: node scripts/check.ts [folder]
 */
if (import.meta.main) {
  const root = process.argv[2] ?? '.';
  const crossings = crossingsIn(root);
  for (const { file, line, imported, leansOn } of crossings)
    console.log(`${file}:${line}  imports ${imported}  (permitted: ${leansOn})`);
  const levelCrossings = levelCrossingsIn(root);
  for (const { file, line, imported, problem } of levelCrossings)
    console.log(
      problem === 'upward'
        ? `${file}:${line}  imports ${imported}, which is not on a lower level (scripts/checkLevels.ts)`
        : `${file}:${line}  imports ${imported}: one of them has no level in scripts/checkLevels.ts`,
    );
  const repeated = repeatedNamesIn(root);
  for (const { name, files } of repeated) console.log(`${name} is exported by ${files.join(' and ')}`);
  const broken = brokenReferencesIn(root);
  for (const { file, line, reference, problem } of broken)
    console.log(`${file}:${line}  refers to ${reference}: ${problem}`);
  const loose = looseClassesIn(root);
  for (const { file, name, problem } of loose) console.log(`${file}  the class ${name} ${problem}`);
  const literals = elementTypeLiteralsIn(root);
  for (const { file, line } of literals)
    console.log(`${file}:${line}  names an element type: use screenplay/elementTypes/`);
  const naming = new Set(literals.map(({ file }) => file)).size;
  if (naming > 0) console.log(`Files that name element types without permission: ${naming}`);
  const secondWays = secondWaysIn(root);
  for (const { file, instead } of secondWays) console.log(`${file}  ${instead}`);
  const composition = compositionProblemsIn(root);
  for (const { file, line, problem } of composition)
    console.log(
      problem === 'reads the event'
        ? `${file}:${line}  reads the composition from an event: use web/lib/composition.ts`
        : `${file}:${line}  handles a key without isComposingKey (web/lib/composition.ts)`,
    );
  const setups = repeatedSetupsIn(root, sourcesIn(root));
  const hasOtherSetups = setups.length !== maxRepeatedSetups;
  if (hasOtherSetups) {
    for (const file of setups) console.log(`${file}  sets up its own server or database`);
    console.log(
      setups.length > maxRepeatedSetups
        ? `${setups.length} test files set up their own server or database, and ${maxRepeatedSetups} may: use test/serverTest.ts`
        : `Only ${setups.length} test files set up their own server or database: lower maxRepeatedSetups (scripts/checkSetups.ts)`,
    );
  }
  const problemCount =
    crossings.length +
    levelCrossings.length +
    repeated.length +
    broken.length +
    loose.length +
    composition.length +
    literals.length +
    secondWays.length;
  if (problemCount > 0 || hasOtherSetups) process.exit(1);
  console.log(
    'All imports are permitted, exported names are unique, references exist, style classes are used, element types are looked up, and caches and drags have one way.',
  );
}
