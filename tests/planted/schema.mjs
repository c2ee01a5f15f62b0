import { bug } from './bug.mjs';

/** Bugs of a schema's life: guards, plans, blockers, publishing, the trail, overlays, going back, what is kept and for how long. */
const revisions = (name) => `server/revisions/${name}.ts`;
const [guard, flow, publish, blockers] = ['guard', 'guard-flow', 'publish', 'blockers'].map(revisions);
const [questions, steps, retention, drafts] = ['questions', 'record-steps', 'retention', 'drafts'].map(revisions);
const overlay = 'engine/revise/overlay.ts';
const schemaTest = (name) => `tests/server/schema/${name}.test.ts`;
const [byGuard, byLife, byQuestions, byMoved] = ['guard', 'life', 'questions', 'moved-base'].map(schemaTest);
const [byMend, byContract, byBundle] = ['mend', 'contract', 'bundle'].map(schemaTest);
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
  bug('tests that are red stop nothing', blockers, 'redTests(after).map(', '[].map(', byLife),
  bug(
    'a state goes while records stand in it',
    questions,
    'state in after.states || mapping[state] !== undefined',
    'true',
    byLife,
  ),
  bug(
    'a value may stand in many records',
    questions,
    'field.meta.unique && !was.meta.unique',
    'false',
    byQuestions,
    'tells which records have the same value',
  ),
  bug(
    'a bound that excludes its end lets it in',
    revisions('bounds'),
    `above: '<='`,
    `above: '<'`,
    byQuestions,
    'counts what lies outside of bounds',
  ),
  bug(
    'problems need no reason',
    publish,
    `signed.length > 0 && reason.trim() === ''`,
    'false',
    byQuestions,
    'stops where rows would go from sight',
  ),
  bug(
    'problems need no signature',
    blockers,
    `severity === 'problem' && code !== 'lint.testRed'`,
    'false && severity && code',
    byQuestions,
    'holds a publish up for a problem',
  ),
  bug(
    'an entity goes that others need',
    revisions('retire'),
    `if (state === 'retired' && live?.state === 'live') await demandUnused(house, actor, entity);`,
    '',
    byQuestions,
    'does not let an entity go',
  ),
  // Publishing.
  bug('an old draft is written over a new one', drafts, 'if (Number(stamp) !== draft.stamp)', 'if (false)', byLife),
  bug(
    'who publishes second overwrites the first',
    publish,
    '(stands?.revision ?? 0) !== baseRevision && !isAnew',
    'false',
    byMoved,
  ),
  bug(
    'a draft that went on goes with the publish',
    publish,
    'AND entity = $2 AND stamp = $3',
    'AND entity = $2 AND $3::bigint IS NOT NULL',
    schemaTest('publish-job'),
  ),
  bug(
    'a bundle goes live part by part',
    revisions('bundle'),
    'if (parts.length > 0) await switchOver(house, actor, parts);',
    'for (const one of parts) await switchOver(house, actor, [one]);',
    byBundle,
  ),
  bug(
    'roles keep the codes of a step that is gone',
    publish,
    'if (gone.length > 0) await forgetCodes(client, actor.tenant, name, gone);',
    '',
    schemaTest('drafts'),
    'rights that a role was given',
  ),
  bug(
    'what a tenant publishes becomes known to nobody',
    publish,
    `SET serial = lading.schema_serial.serial + 1`,
    `SET serial = lading.schema_serial.serial`,
    byLife,
  ),
  // What a publish does to records.
  bug(
    'a new type leaves no trail',
    steps,
    'const told = toldOf(by, main, given);',
    'const told = [];',
    byQuestions,
    'writes the trail of states',
  ),
  bug(
    'records that a publish writes keep their version',
    steps,
    'version = t.version + 1, "updatedAt"',
    'version = t.version, "updatedAt"',
    byQuestions,
    'writes the trail of states',
  ),
  bug('what is no option any more stays', steps, '...fills, ...strange, ...money', '...fills, ...money', byMend),
  bug(
    'records of every state move',
    steps,
    'where: `t.status IN (${from.join(',
    'where: `true OR t.status IN (${from.join(',
    byLife,
  ),
  // Overlays and drafts.
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
  bug(
    'words of a field that is gone make half a field',
    overlay,
    'if (isHeld(merged, at))',
    'if (true)',
    byChanges,
    release,
  ),
  bug(
    'what nobody decided is settled by a publish',
    overlay,
    'conflicts.filter(({ at }) => sameLeaf(was.get(at), is.get(at)))',
    '[]',
    byMoved,
  ),
  bug(
    'conflicts of a draft stop nothing',
    drafts,
    `conflicts.map(({ at }) => issue('schema.conflict', at.replaceAll('/', '.')))`,
    '[]',
    byMoved,
  ),
  bug(
    'going back forgets what was delivered since',
    revisions('past'),
    'base && overlay ? applyOverlay(base, overlay)',
    'false ? applyOverlay(base, overlay)',
    byLife,
  ),
  // What is kept.
  bug('what is kept for ever is cleared', retention, 'ended === null || !(days > 0) ?', 'ended === null ?', byContract),
  bug(
    'what a younger revision needs is cleared',
    retention,
    'until: Math.max(known, moment)',
    'until: Math.min(moment, known === -Infinity ? moment : known)',
    byContract,
  ),
  bug(
    'a column that another tenant uses is cleared',
    retention,
    `const mine = 'entity = $1 AND ($2::bigint IS NULL OR tenant_id = $2)';`,
    `const mine = 'entity = $1 AND tenant_id = coalesce($2::bigint, (SELECT min(tenant_id) FROM lading.revision))';`,
    byContract,
  ),
];
