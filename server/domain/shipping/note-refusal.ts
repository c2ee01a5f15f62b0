import type { Issue, SystemServices } from '../../modules/module.ts';
import { refuseSql } from './batch-sql.ts';

/** Stores why an order could not be placed. Does nothing if a concurrent request has taken the step. */
export async function noteRefusal(
  services: SystemServices,
  { tenant, id }: { readonly tenant: string; readonly id: string },
  { issues, explain }: { readonly issues: readonly Issue[]; readonly explain: (found: Issue) => string },
): Promise<void> {
  const [first] = issues;
  if (!first || first.code === 'state.wrong') return;
  const group = first.code.startsWith('ledger.') ? 'money' : 'check';
  const text = issues.map((each) => explain(each)).join('; ');
  await services.query(refuseSql, [tenant, id, group, text, first.code]);
}
