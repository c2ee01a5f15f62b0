import { bug } from './bug.mjs';

/** Bugs of a schema's life: guards, plans, blockers, publishing, the trail, overlays, going back, what is kept and for how long. */
const revisions = (name) => `server/revisions/${name}.ts`;
const [guard, flow, publish, blockers] = ['guard', 'guard-flow', 'publish', 'blockers'].map(revisions);
const [steps] = ['record-steps'].map(revisions);
const overlay = 'engine/core/revise/overlay.ts';
const schemaTest = (name) => `tests/server/schema/${name}.test.ts`;
const [byGuard, byLife, byQuestions] = ['guard', 'life', 'questions'].map(schemaTest);
const [byMend, byMenu] = ['mend', 'menu-entry'].map(schemaTest);
const byChanges = 'tests/engine/revise/changes.test.ts';
const release = 'a new release under a changed entity';

export const schema = [
  // What a tenant may say.
  bug(
    'a reference of one’s own goes without its key',
    guard,
    `onDelete === 'held' && base[name]?.onDelete !== 'held'`,
    'false',
    byGuard,
  ),
  bug(
    'own steps lead out of delivered states',
    flow,
    '.filter((state) => Object.hasOwn(states, state))',
    '.filter(() => false)',
    byGuard,
  ),
  bug('own steps lead into delivered states', flow, '...(Object.hasOwn(states, to) ?', '...(false ?', byGuard),
  bug(
    'own steps write delivered fields',
    flow,
    'known ? [] : Object.keys(step.set ?? {}).filter(isDelivered)',
    '[]',
    byGuard,
  ),
  bug(
    'the most of a delivered amount is raised',
    flow,
    'max: below(negated(was.max), negated(is.max))',
    'max: false',
    byGuard,
  ),
  bug(
    'the least of a delivered amount is lowered',
    flow,
    'min: below(asNumber(was.min), asNumber(is.min))',
    'min: false',
    byGuard,
  ),
  bug(
    'a delivered field need not be filled',
    flow,
    'required: was.required === true && is.required !== true',
    'required: false',
    byGuard,
  ),
  bug(
    'own steps ask for delivered fields',
    flow,
    '(step.form ?? []).filter((field) => isDelivered(field) && !known?.form?.includes(field))',
    '[]',
    byGuard,
  ),
  bug(
    'a step takes the name of a call',
    revisions('guard-names'),
    'verbs.has(name.toLowerCase()) && ',
    'false && ',
    schemaTest('names'),
    'are refused as addresses',
  ),
  // What stands in the way.
  bug(
    'records stand in nobody’s way',
    blockers,
    'answers.filter(({ count }) => count > 0)',
    '[]',
    byQuestions,
    'tells which records have the same value',
  ),
  bug('what stands in the way stops nothing', publish, 'if (stops.length > 0)', 'if (false)', byLife),
  // What a publish does to records.
  bug('what is no option any more stays', steps, '...fills, ...strange, ...money', '...fills, ...money', byMend),
  bug(
    'what is new goes live without its menu entry',
    publish,
    'for (const { enter } of parts) await enter?.(client);',
    '',
    byMenu,
  ),
  bug(
    'words that lack are no matter for programs',
    blockers,
    `severity === 'problem' && code !== 'lint.testRed')`,
    `severity === 'problem' && code !== 'lint.testRed' && code !== 'lint.missingText')`,
    byQuestions,
    'asks whoever publishes to sign for words',
  ),
  bug(
    'what a person named for a value stays on the way back',
    'server/store/convert.ts',
    'filled === undefined\n',
    'true\n',
    byQuestions,
    'brings back on the way back',
  ),
  bug(
    'another type leaves the version as it was',
    steps,
    '(d.moves OR ${isFew})',
    'd.moves',
    byQuestions,
    'raises the version of records',
  ),
  // Overlays and drafts.
  bug(
    'what was said of a part that is gone is lost',
    overlay,
    'unflatten(withoutLost({ merged, theirs, overlay, conflicts }))',
    'unflatten(merged)',
    byChanges,
    release,
  ),
  bug(
    'the tenant’s word stands in silence',
    overlay,
    'return made(mine, true);',
    'return made(mine);',
    byChanges,
    release,
  ),
  bug(
    'what only the tenant changed is a conflict',
    overlay,
    'sameLeaf(was, theirs) || sameLeaf(theirs, mine)',
    'sameLeaf(theirs, mine)',
    byChanges,
    release,
  ),
];
