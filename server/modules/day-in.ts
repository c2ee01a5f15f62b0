/** SQL for the day of a time in the tenant's zone: connections of the system have none. */
export const dayIn = (moment: string, tenant: string): string =>
  `(${moment} AT TIME ZONE (SELECT z."timeZone" FROM public.tenant z WHERE z.id = ${tenant}))::date`;
