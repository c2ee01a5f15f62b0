import type { Issue } from '../../modules/module.ts';

/** An address as it is typed, in the fields of the address book. */
export interface Typed {
  readonly name?: string | null;
  readonly company?: string | null;
  readonly address1?: string | null;
  readonly address2?: string | null;
  readonly address3?: string | null;
  readonly city?: string | null;
  readonly state?: string | null;
  readonly postalCode?: string | null;
  readonly country: string;
}

/** The fields that make an address, of which `Typed` has the values. */
export const addressParts = [
  ...(['name', 'company', 'address1', 'address2', 'address3'] as const),
  ...(['city', 'state', 'postalCode', 'country'] as const),
] as const;

/** The field of an order that holds a part of its ship-to address. */
export const shipToField = (part: string): string => `shipTo${part.charAt(0).toUpperCase()}${part.slice(1)}`;

/** A non-empty text; null otherwise. */
export const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** What may be taken instead: only what differs. */
export type Suggestion = {
  -readonly [part in 'address1' | 'address2' | 'city' | 'state' | 'postalCode' | 'country']?: string;
};

/**
 * verified: no problem found. corrected: the suggestion is certain. doubtful: a person must check it.
 * unknown: only the format of the country could be checked.
 */
export type CheckState = 'verified' | 'corrected' | 'doubtful' | 'unknown';

export interface Checked {
  readonly state: CheckState;
  readonly issues: readonly Issue[];
  readonly suggestion?: Suggestion;
  readonly residential?: boolean;
}

/** What one group of rules found. */
export interface Finding {
  /** Whether the suggestion is certain to correct it. */
  readonly sure: boolean;
  readonly issue: Issue;
  readonly suggestion?: Suggestion;
}

export const doubt = (issue: Issue, suggestion?: Suggestion): Finding => ({
  ...{ sure: false, issue },
  ...(suggestion ? { suggestion } : {}),
});
export const repair = (issue: Issue, suggestion: Suggestion): Finding => ({ sure: true, issue, suggestion });
