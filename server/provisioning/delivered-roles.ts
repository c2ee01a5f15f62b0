import { join } from 'node:path';
import { readJson } from '../catalog.ts';

/** A role that every new tenant has beside its templates: some of what one template gives, with what that template hides. */
export interface DeliveredRole {
  readonly code: string;
  readonly within: 'finance' | 'clerk' | 'member';
  /** Codes by entity, `*` for all that the template gives there. */
  readonly grants: Readonly<Record<string, string>>;
}

export const readDeliveredRoles = (root: string): readonly DeliveredRole[] =>
  readJson(join(root, 'schemas/roles/roles.json')) as readonly DeliveredRole[];
