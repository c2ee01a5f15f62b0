import { defineEffect, issue } from '../../../modules/module.ts';
import { emptySql, fillSql } from './manifest-sql.ts';

/** Adds the account's unassigned labels of its place and day to an open manifest. */
export const fillManifest = defineEffect('labels.fill-manifest', async ({ record, transaction }) => {
  const values = [record['id'], record['account'], record['shipDate'], record['shipFrom']];
  const [row] = await transaction.query(fillSql, values);
  const [taken, before] = [Number(row?.['taken'] ?? 0), Number(row?.['before'] ?? 0)];
  if (taken === 0) return { issues: [issue('labels.nothingForManifest', 'shipFrom')] };
  return { patch: { count: taken + before } };
});

export const emptyManifest = defineEffect('labels.empty-manifest', async ({ record, transaction }) => {
  await transaction.query(emptySql, [record['id']]);
  return { patch: { count: 0 } };
});
