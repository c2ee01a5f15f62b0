export interface Bug {
  readonly name: string;
  readonly file: string;
  readonly find: string;
  readonly put: string;
  readonly by: string;
  readonly only: string;
}
export const areas: Readonly<Record<string, readonly Bug[]>>;
export function placesOf(bug: Pick<Bug, 'find'>, text: string): number;
