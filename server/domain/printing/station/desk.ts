import type { CommandCall } from '../../../modules/module.ts';
import { factsSql, noteSql } from './order-sql.ts';
import { deskSql } from './scale-sql.ts';

/** A station: a printer, its scale, and the order that this person has open. */
export interface Desk {
  readonly name: string;
  readonly scale: boolean;
  readonly status: string;
  readonly online: boolean | null;
  readonly connected: boolean;
  readonly weight: string | null;
  readonly unit: string | null;
  readonly stable: boolean;
  readonly used: boolean;
  readonly order: string | null;
  readonly package: string | null;
  readonly box: string | null;
  readonly boxName: string | null;
  readonly asOrdered: boolean | null;
  readonly grams: string | null;
  readonly told: string | null;
}

export interface OrderBox {
  readonly weight: number;
  readonly length: number;
  readonly width: number;
  readonly height: number;
  readonly quantity: number;
}

export interface Parcel {
  readonly id: string;
  readonly seq: number;
  readonly trackingNo: string | null;
  readonly status: string;
  readonly printCount: number;
  readonly weight: number | null;
  readonly unitType: string;
  readonly job: string | null;
  readonly jobStatus: string | null;
  readonly jobError: string | null;
}

export interface OpenOrder {
  readonly id: string;
  readonly orderNo: string;
  readonly version: number;
  readonly status: string;
  readonly customer: string;
  readonly unitType: string;
  readonly shipToName: string | null;
  readonly errorText: string | null;
  readonly channel: string | null;
  readonly boxes: readonly OrderBox[];
  readonly packages: readonly Parcel[];
}

export async function deskOf({ services, tenant, actor }: CommandCall, station: string): Promise<Desk | null> {
  const [row] = await services.query<Desk>(deskSql, [tenant, station, actor.id]);
  return row ?? null;
}

export async function orderOf({ services, tenant }: CommandCall, id: string): Promise<OpenOrder | null> {
  const [row] = await services.query<OpenOrder>(factsSql, [tenant, id]);
  return row ?? null;
}

export interface Note {
  readonly text: string;
  readonly step: string;
  readonly fault?: string;
  readonly order?: string | null;
  readonly box?: string | null;
  readonly unitType?: string;
  readonly weight?: string;
  readonly expected?: string;
  readonly detail?: string | null;
}

/** Records a step at a station, for the history and the page's messages. */
export async function note(call: CommandCall, station: string, of: Note): Promise<void> {
  const { services, tenant, actor } = call;
  await services.query(noteSql, [
    ...[tenant, of.text || '-', station, of.step, of.fault ? 'error' : 'ok', of.fault ?? null],
    ...[of.order ?? null, of.box ?? null, of.unitType ?? '0', of.weight ?? null, of.expected ?? null],
    ...[of.detail ?? null, actor.id],
  ]);
}
