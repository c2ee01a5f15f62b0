import { defineCheck, type Check, type Issue } from '../../../modules/module.ts';
import { readRateSheet } from './rate-sheet.ts';
import type { Read } from './read.ts';
import { readSurcharge } from './surcharge.ts';
import { readAreaList, readZoneChart } from './zone-chart.ts';

/** Validates sheets and triggers in every code path; missing ones are reported by the schema. */
export const priceChecks: readonly Check[] = [
  defineCheck('rate-table', ({ sheet }) => given(sheet, readRateSheet)),
  defineCheck('zone-chart', ({ zones }) => given(zones, readZoneChart)),
  defineCheck('area-list', ({ tiers }) => given(tiers, readAreaList)),
  defineCheck('surcharge-rule', (record) =>
    issuesOf(readSurcharge(record)).filter(({ path }) => path === 'unitType' || !isMissing(record[path])),
  ),
];

/** A field of the record that is empty; a place inside a sheet is no field. */
const isMissing = (value: unknown): boolean => value === null || value === '';

const given = (json: unknown, read: (json: unknown) => Read<unknown>): readonly Issue[] =>
  json === null || json === undefined ? [] : issuesOf(read(json));

const issuesOf = (read: Read<unknown>): readonly Issue[] => (read.ok ? [] : read.issues);
