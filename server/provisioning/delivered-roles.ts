import { join } from 'node:path';
import { readJson } from '../catalog.ts';

/** A default role beside the templates: a subset of a template's grants, with its hidden fields. */
export interface DeliveredRole {
  readonly code: string;
  readonly within: 'finance' | 'clerk' | 'member';
  /** Codes by entity, `*` for all of the template's. */
  readonly grants: Readonly<Record<string, string>>;
}

export const readDeliveredRoles = (root: string): readonly DeliveredRole[] =>
  readJson(join(root, 'schemas/roles/roles.json')) as readonly DeliveredRole[];
