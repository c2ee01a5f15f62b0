import type { DataMigration } from '../store/data-migrations.ts';

/** Required fields that came after release 0.1.0, with the default that records from before them lack. */
const defaults: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  customer_config: {
    ignoreBelow: '0',
    periodDate: 'billed',
    payment: 'prepaid',
    paymentDays: '30',
    commissionBase: 'margin',
    commissionPercent: '0',
    addressPolicy: 'warn',
    distributionPercent: '0',
    consolidationMode: 'mainBill',
  },
  role: { within: 'none' },
  channel_service: { serviceGroup: 'ground', unitType: '0', mode: 'perBox' },
  tenant: { ecEnabled: 'false', planRequired: 'false' },
};

/** Such a record could not be saved without filling in fields that its person may not have heard of. */
export const defaultsOfNewFields: DataMigration = {
  number: 1,
  name: 'defaults-of-new-fields',
  async run(query) {
    let filled = 0;
    for (const [table, columns] of Object.entries(defaults)) {
      // Typed by the column: the literals are read as what they are compared and assigned to.
      const sets = Object.entries(columns).map(([column, value]) => `"${column}" = coalesce("${column}", '${value}')`);
      const empty = Object.keys(columns).map((column) => `"${column}" IS NULL`);
      filled += (await query(`UPDATE public.${table} SET ${sets.join(', ')} WHERE ${empty.join(' OR ')}`)).changed;
    }
    return filled;
  },
};
