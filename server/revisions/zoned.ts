/** SQL for a time in the tenant's zone, as it is shown in records. */
export const zoned = (moment: string, tenant: string): string =>
  `to_char(${moment} AT TIME ZONE (SELECT z."timeZone" FROM public.tenant z WHERE z.id = ${tenant}), 'YYYY-MM-DD HH24:MI:SS')`;
