import { validateRecord, type Issue } from '../../../engine/core/index.ts';
import { refused } from '../../errors.ts';
import { derive, referenceIssues } from './derive.ts';
import { unknownEntries } from './dictionary-entries.ts';
import type { LookedUp, Wanted } from './look-ups.ts';
import type { Values } from './mutation.ts';
import type { Write } from './write.ts';

/** Derives values from the looked-up records and checks every rule. Throws `refused` with all issues. */
export function validate(write: Write, wanted: Wanted, looked: LookedUp): void {
  const { item, references, entries, known } = wanted;
  const { entity } = write.request;
  const { registry } = write.context;
  const { old, record, issues } = item.draft;
  const found = [...known, ...references.flatMap(({ path, ids }) => ids.flatMap((id) => looked.found(path, id)))];
  const budget = write.steps.of(old);
  const derived = derive(entity, write.bindings(record, old, {}, budget), found, registry);
  const first = [
    ...issues,
    ...unknownEntries(entries, looked.entries),
    ...referenceIssues(references, found, write.bindings(derived, old, {}, budget)),
  ];
  const own = validateRecord(entity, write.bindings(derived, old, {}, budget));
  const rules = [...own, ...registry.check(entity.name, derived)];
  write.steps.count(old, budget);
  const all = [
    ...first,
    ...rules.filter((each) => !isExplained(each, first) && !isStoredSecret(write, each, derived, old)),
  ];
  if (all.length > 0) throw refused(...all);
  item.draft = { ...item.draft, record: derived };
  item.found = found;
}

/** A missing value whose path already has a more specific issue. */
const isExplained = ({ code, path }: Issue, first: readonly Issue[]): boolean =>
  code === 'required' && first.some((each) => each.path === path);

/** A secret is never read back, so an untouched one counts as filled in. */
const isStoredSecret = (
  { request: { entity } }: Write,
  { code, path }: Issue,
  record: Values,
  old: Values | null,
): boolean =>
  code === 'required' && old !== null && !(path in record) && entity.byName.get(path)?.meta.type === 'secret';
