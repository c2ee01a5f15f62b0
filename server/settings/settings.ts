import type { SystemDatabase } from '../store/system-database.ts';

/** Settings (`sysConfig`) that the server reads; they exist in every tenant and cannot be deleted. */
export const systemSettings = [
  'ALERT_DIGEST_HOURS',
  'CAPTCHA_OPEN',
  'DEFAULT_PASSWORD',
  'LOG_KEEP_DAYS',
  'MAILS_PER_HOUR',
  'NEWCOMER_TEMPLATE',
  'PAGE_FOOTER',
  'PASSWORD_LENGTH',
  'PAYMENT_DETAILS',
  'REGISTRATION_OPEN',
  'RETURN_CLAIM_DAYS',
  'RETURN_DESTROY_FEE',
  'RETURN_DISPOSE_DAYS',
  'RETURN_FREE_DAYS',
  'RETURN_HANDLING_FEE',
  'RETURN_LABEL_DAYS',
  'RETURN_STORAGE_FEE',
  'SCHEMA_KEEP_DAYS',
  'SINGLE_LOGIN',
  'STATION_IDLE_MINUTES',
  'STORE_SECOND_FACTOR',
  'UPLOADS_PER_HOUR',
  'WEIGHT_TOLERANCE',
] as const;
export type SystemSetting = (typeof systemSettings)[number];

/** Settings that a field may show beside itself (`noteSetting`); others are only sent to readers of settings. */
export const noteSettings: readonly SystemSetting[] = ['PAYMENT_DETAILS'];

/** The present value of a tenant's setting; null if it has none. */
export async function readSetting(
  { pool }: Pick<SystemDatabase, 'pool'>,
  tenant: string,
  code: SystemSetting,
): Promise<string | null> {
  const { rows } = await pool.query<{ value: string }>('SELECT value FROM config WHERE tenant_id = $1 AND code = $2', [
    tenant,
    code,
  ]);
  return rows[0]?.value ?? null;
}

/** Whether a switch is on; `otherwise` if the tenant has none. */
export async function settingIsOn(
  system: Pick<SystemDatabase, 'pool'>,
  tenant: string,
  code: SystemSetting,
  otherwise: boolean,
): Promise<boolean> {
  const value = await readSetting(system, tenant, code);
  return value === null ? otherwise : value === 'true';
}

/** Default minimum length of passwords. */
export const defaultPasswordLength = 8;

/** Minimum length of new passwords in a tenant. */
export async function passwordLength(system: Pick<SystemDatabase, 'pool'>, tenant: string): Promise<number> {
  return Number((await readSetting(system, tenant, 'PASSWORD_LENGTH')) ?? defaultPasswordLength);
}

/** Default number of designed mails that a tenant may send in an hour. */
export const defaultMailsPerHour = 200;

/** How many designed mails a tenant may send in an hour. */
export async function mailsPerHour(system: Pick<SystemDatabase, 'pool'>, tenant: string): Promise<number> {
  return Number((await readSetting(system, tenant, 'MAILS_PER_HOUR')) ?? defaultMailsPerHour);
}

/** Default number of uploads of one person in an hour. */
export const defaultUploadsPerHour = 1000;

/** How many uploads one person may make in an hour. */
export async function uploadsPerHour(system: Pick<SystemDatabase, 'pool'>, tenant: string): Promise<number> {
  return Number((await readSetting(system, tenant, 'UPLOADS_PER_HOUR')) ?? defaultUploadsPerHour);
}

/** Notes from the tenant's settings, by field name. */
export async function settingNotes(
  system: Pick<SystemDatabase, 'pool'>,
  tenant: string,
  fields: Readonly<Record<string, { readonly noteSetting?: string }>>,
): Promise<Record<string, string>> {
  const told = Object.entries(fields).flatMap(([name, { noteSetting }]) => {
    const code = noteSettings.find((each) => each === noteSetting);
    return code ? [{ name, code }] : [];
  });
  const notes = await Promise.all(
    told.map(async ({ name, code }) => [name, await readSetting(system, tenant, code)] as const),
  );
  return Object.fromEntries(notes.flatMap(([name, text]) => (text ? [[name, text]] : [])));
}
