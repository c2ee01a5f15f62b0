import type { Issue } from '../../../engine/core/index.ts';
import { issue } from '../../../engine/core/index.ts';

type Body = Readonly<Record<string, unknown>>;

/** Where a person works, as existing clients nest it in an account, and the fields that it is inside. */
const fields: Readonly<Record<string, string>> = {
  orgId: 'org',
  jobNum: 'jobNum',
  posIdList: 'positions',
  extIds: 'posts',
};
/** Names beside ids: they say nothing that the ids do not. */
const spare: ReadonlySet<string> = new Set(['orgName', 'id']);

/**
 * `sysEmpParam {orgId, jobNum, posIdList, extIds: [{orgId, posId}]}` as fields of the account. What it holds besides is
 * an issue: a success over something that is dropped would be a lie.
 */
export function withoutEmployee(body: Body): { body: Body; issues: Issue[] } {
  const { sysEmpParam: given, ...rest } = body;
  if (given === undefined || given === null) return { body: rest, issues: [] };
  if (typeof given !== 'object' || Array.isArray(given))
    return { body: rest, issues: [issue('json.invalid', 'sysEmpParam')] };
  const issues: Issue[] = [];
  const own: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given as Body)) {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (field === undefined) {
      if (!spare.has(key)) issues.push(issue('field.unknown', `sysEmpParam.${key}`));
      continue;
    }
    own[field] = field === 'posts' ? postsOf(value, issues) : value;
  }
  return { body: { ...own, ...rest }, issues };
}

/** Posts besides the own; a row that a form left empty is none. */
function postsOf(value: unknown, issues: Issue[]): unknown {
  if (!Array.isArray(value)) return value;
  return value.flatMap((row: unknown, at) => {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) {
      issues.push(issue('lines.invalid', `sysEmpParam.extIds[${at}]`));
      return [];
    }
    const { orgId, posId } = row as Body;
    return orgId || posId ? [{ org: orgId, position: posId }] : [];
  });
}

/** The same on its way out, with names beside the ids; null where the person may see none of it. */
export function employeeOf(row: Body): Body | null {
  if (!('org' in row) && !('positions' in row) && !('posts' in row) && !('jobNum' in row)) return null;
  const positions = (row['positions'] ?? []) as unknown[];
  const names = (row['$positions'] ?? []) as unknown[];
  const posts = (row['posts'] ?? []) as Body[];
  return {
    orgId: row['org'] ?? null,
    orgName: row['$org'] ?? null,
    jobNum: row['jobNum'] ?? null,
    positions: positions.map((posId, at) => ({ posId, posName: names[at] ?? null })),
    extOrgPos: posts.map((post) => ({
      orgId: post['org'],
      orgName: post['$org'] ?? null,
      posId: post['position'],
      posName: post['$position'] ?? null,
    })),
  };
}
