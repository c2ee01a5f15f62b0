import type { Issue } from '../../../engine/core/index.ts';
import { issue } from '../../../engine/core/index.ts';

type Body = Readonly<Record<string, unknown>>;

/** Fields of an account in the nested form of existing clients. */
const fields: Readonly<Record<string, string>> = {
  orgId: 'org',
  jobNum: 'jobNum',
  posIdList: 'positions',
  extIds: 'posts',
};
/** Names beside ids, which add nothing to the ids. */
const spare: ReadonlySet<string> = new Set(['orgName', 'id']);

/**
 * Converts `sysEmpParam {orgId, jobNum, posIdList, extIds: [{orgId, posId}]}` into fields of the account. Unknown keys
 * in it are issues, because dropping them silently would report a false success.
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

/** The repeated password, which must match; it is no field of the account. */
export function withoutRepeat({ confirm, ...body }: Body): { body: Body; issues: Issue[] } {
  const differs = confirm !== undefined && body['password'] !== undefined && confirm !== body['password'];
  return { body, issues: differs ? [issue('password.differs', 'confirm')] : [] };
}

/** Additional posts; empty form rows are dropped. */
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

/** The reverse for answers, with names beside the ids; null if the person may see none of it. */
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
