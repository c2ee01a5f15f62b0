import type { EntityMeta, Issue } from '../../engine/core/index.ts';
import { issue } from '../../engine/core/index.ts';
import type { Plan } from './plan.ts';

/** The effects of a publish in sentences: what is new, who has to wait, and whose rights change. */
export function sentencesOf(
  { shape, changes, permissions }: Plan,
  { documents = {} }: Pick<EntityMeta, 'documents'>,
  rows: ReadonlyMap<string, number>,
): Issue[] {
  const { steps } = shape;
  const count = (pattern: RegExp) => steps.filter(({ sql }) => pattern.test(sql)).length;
  const touched = (wanted: (step: (typeof steps)[number]) => boolean) => {
    const tables = new Set(steps.filter(wanted).flatMap(({ touches }) => touches ?? []));
    return [...tables].reduce((sum, table) => sum + (rows.get(table) ?? 0), 0);
  };
  const tables = count(/^CREATE TABLE/);
  const online = touched(({ batches }) => batches === true);
  const written = touched((step) => step.rows === true);
  const words = changes.filter(({ thing }) => thing === 'text').length;
  const roles = (change: 'gained' | 'lost') =>
    [...new Set(permissions.map(({ role }) => role))].flatMap((role) => {
      const mine = permissions.filter((each) => each.role === role && each.change === change);
      const codes = mine.map(({ code }) => code);
      return codes.length === 0
        ? []
        : [issue(change === 'gained' ? 'plan.gained' : 'plan.lost', '', { role, codes: codes.join(', ') })];
    });
  return [
    ...told('plan.tables', tables),
    ...told('plan.columns', tables > 0 ? 0 : count(/ ADD COLUMN /)),
    ...told('plan.keys', tables > 0 ? 0 : count(/^CREATE (UNIQUE )?INDEX|VALIDATE CONSTRAINT/)),
    ...told('plan.background', online),
    ...told('plan.written', written),
    issue(steps.length === 0 ? 'plan.nothing' : written > 0 ? 'plan.moment' : 'plan.nobodyWaits', ''),
    ...changes.flatMap(({ thing, kind, name }) =>
      thing === 'document' && kind === 'added'
        ? [issue(documents[name]?.medium === 'mail' ? 'plan.mail' : 'plan.document', '', { document: name })]
        : [],
    ),
    ...told('plan.words', words),
    ...roles('gained'),
    ...roles('lost'),
  ];
}

const told = (code: string, count: number): Issue[] => (count > 0 ? [issue(code, '', { count })] : []);
