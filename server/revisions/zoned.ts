/** A moment as everybody of a tenant reads it, in SQL: in the tenant's own zone, like those of its records. */
export const zoned = (moment: string, tenant: string): string =>
  `to_char(${moment} AT TIME ZONE (SELECT z."timeZone" FROM public.tenant z WHERE z.id = ${tenant}), 'YYYY-MM-DD HH24:MI:SS')`;
