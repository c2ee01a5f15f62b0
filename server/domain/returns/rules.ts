/** What a tenant's settings say of returns, where they say nothing the usual; each as a column of `rules`. */
const settings = [
  { column: 'claim_days', code: 'RETURN_CLAIM_DAYS', usual: '30', form: '^\\d{1,3}$', type: 'integer' },
  { column: 'dispose_days', code: 'RETURN_DISPOSE_DAYS', usual: '14', form: '^\\d{1,3}$', type: 'integer' },
  { column: 'free_days', code: 'RETURN_FREE_DAYS', usual: '7', form: '^\\d{1,3}$', type: 'integer' },
  { column: 'label_days', code: 'RETURN_LABEL_DAYS', usual: '28', form: '^\\d{1,3}$', type: 'integer' },
  ...['HANDLING', 'STORAGE', 'DESTROY'].map((name) => ({
    ...{ column: `${name.toLowerCase()}_fee`, code: `RETURN_${name}_FEE`, usual: '0' },
    ...{ form: '^\\d{1,5}([.]\\d{1,2})?$', type: 'numeric' },
  })),
];

/** `(SELECT ...)` with one row: the rules of a tenant, which is an SQL expression. */
export const rulesOf = (tenant: string): string =>
  `(SELECT ${settings
    .map(
      ({ column, code, usual, form, type }) =>
        `coalesce((SELECT value FROM config WHERE tenant_id = ${tenant} AND code = '${code}' AND value ~ '${form}'), '${usual}')::${type} AS ${column}`,
    )
    .join(', ')})`;
