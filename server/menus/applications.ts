import type { SystemDatabase } from '../store/system-database.ts';
import { cultures, type Culture, type Texts } from '../texts.ts';

/** An application in the menu. */
export interface ApplicationChoice {
  code: string;
  name: string;
  /** Whether it opens by default. */
  active: boolean;
}

/** Codes of applications that the tenant has disabled, whose menus are hidden from everyone. */
export async function disabledApplications({ pool }: SystemDatabase, tenant: string): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ code: string }>(
    `SELECT code FROM application WHERE tenant_id = $1 AND status <> '0'`,
    [tenant],
  );
  return new Set(rows.map(({ code }) => code));
}

/**
 * The applications with these codes in the tenant's order, with translated names. The tenant's default is active if the
 * person has it, else the first.
 */
export async function readApplications(
  { pool }: SystemDatabase,
  tenant: string,
  codes: readonly string[],
  culture: Culture,
  texts: Texts,
): Promise<ApplicationChoice[]> {
  const { rows } = await pool.query<{ code: string; name: string; active: string }>(
    'SELECT code, name, active FROM application WHERE tenant_id = $1 AND code = ANY($2) ORDER BY sort, id',
    [tenant, codes],
  );
  const unlisted = codes.filter((code) => !rows.some((row) => row.code === code));
  const all = [...rows, ...unlisted.map((code) => ({ code, name: texts.menu('zh-CN', code) ?? code, active: 'N' }))];
  const first = all.find(({ active }) => active === 'Y') ?? all[0];
  return all.map((each) => ({
    code: each.code,
    name: worded(texts, culture, each.code, each.name),
    active: each === first,
  }));
}

/** An unchanged delivered name is translated; one edited by the tenant is not. */
function worded(texts: Texts, culture: Culture, code: string, kept: string): string {
  const delivered = cultures.some((each) => texts.menu(each, code) === kept);
  return delivered ? (texts.menu(culture, code) ?? kept) : kept;
}
