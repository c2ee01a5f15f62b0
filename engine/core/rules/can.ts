import type { Entity, Grant } from '../compile/catalog.ts';

/** What one person holds on one entity: the union of the grants of all their roles, each still whole. */
export type Rights = readonly Grant[];

/** Whether any grant carries the code; which rows it reaches is the row predicate's business. */
export const can = (rights: Rights, code: string): boolean => rights.some((grant) => grant.codes.includes(code));

/** The grants that carry a code. Rows and fields are taken from these alone, so they stay paired. */
export const grantsFor = (rights: Rights, code: string): Rights => rights.filter((grant) => grant.codes.includes(code));

/** Every code held, in the entity's order. */
export const codesOf = (entity: Entity, rights: Rights): string[] => entity.codes.filter((code) => can(rights, code));
